// The ledger: search, pages of fifty.
import { at, call, make } from "./dom.js";

let page = 1;
let asked = 0;

/** Asks for the page that is wanted now; a late answer to an earlier question is not shown. */
export async function draw() {
  const question = (asked += 1);
  const form = new FormData(at("find"));
  const query = new URLSearchParams({ page: String(page), search: form.get("search"), service: form.get("service") });
  const books = await call("GET", `/books?${query}`);
  if (question !== asked) return;
  const last = Math.max(1, Math.ceil(books.total / books.size));
  at("found").textContent = books.total === 1 ? "1 effect" : `${books.total} effects`;
  at("at-page").textContent = `Page ${page} of ${last}`;
  at("newer").disabled = page <= 1;
  at("older").disabled = page >= last;
  at("lines").replaceChildren(
    ...books.lines.map((line) => {
      const amount = line.amount === null ? "" : `${(line.amount / 100).toFixed(2)} ${line.currency ?? ""}`;
      const at = new Date(line.at);
      const day = at.toLocaleDateString("en-CA", { month: "short", day: "numeric" }).replace(".", "");
      const moment = `${day}, ${at.toLocaleTimeString("en-CA", { hour12: false })}`;
      const cells = [moment, line.service, line.operation, amount, line.reference, line.idempotencyKey, line.providerId, line.to];
      return make("tr", null, ...cells.map((content, index) => make("td", { class: index === 3 ? "number" : null }, content ?? "")));
    }),
    ...(books.lines.length === 0 ? [make("tr", null, make("td", { colspan: "8" }, "Effects appear here as services perform them."))] : []),
  );
}

const turn = (to) => {
  page = to;
  void draw();
};
at("find").addEventListener("submit", (event) => event.preventDefault());
at("find").addEventListener("input", () => turn(1));
at("newer").addEventListener("click", () => turn(page - 1));
at("older").addEventListener("click", () => turn(page + 1));
