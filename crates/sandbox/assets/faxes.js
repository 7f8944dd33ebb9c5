// The faxes as the pharmacy's machine sees them: pages as pictures, what became of each, and what the next one to
// the same number will meet.
import { at, call, icon, make, replace, when, written, lastTen } from "./dom.js";

const MEETS = [
  ["", "as usual"],
  ["arrives", "arrives"],
  ["busy", "busy"],
  ["noAnswer", "no answer"],
  ["anotherMachine", "another machine answers"],
];

export function draw(desk, redraw) {
  const faxes = desk.faxes
    .map((fax) => ({ ...fax, entry: desk.messages.find((one) => one._id === fax.outbox) }))
    .filter((fax) => fax.entry !== undefined);
  at("fax-count").textContent = String(faxes.length);
  at("all-faxes").hidden = faxes.length < 4;
  at("all-faxes").onclick = () => {
    const isAll = at("all-faxes").closest(".faxes").toggleAttribute("data-all");
    at("all-faxes").setAttribute("aria-pressed", String(isAll));
  };
  const places = new Map(desk.places.map(([number, name]) => [lastTen(number), name]));
  replace(at("faxes"), [desk.faxes, desk.places], () =>
    faxes.length === 0
      ? [make("li", { class: "note" }, "Faxes appear here as Salal sends them.")]
      : faxes.map((fax) => card(fax, places.get(lastTen(fax.to)), redraw)),
  );
}

/** What became of it, as a tag. */
function state(fax) {
  const tag = (kind, drawing, words) => make("span", { class: `tag ${kind}` }, icon(drawing), words);
  if (fax.error === "Cancelled") return tag("", "file-off", "Cancelled");
  if (fax.state === "Failed") return tag("bad", "phone-off", fax.error);
  if (fax.state === "In Progress") return tag("info", "clock", "Dialling");
  if (fax.answeredAs) return tag("amber", "warn", `${fax.answeredAs} answered`);
  return tag("ok", "check", "Received");
}

function card(fax, place, redraw) {
  const name = place ?? written(fax.to);
  const file = fax.entry.attachments.at(-1);
  const picture = make("img", { src: `${path(file)}/pages/1`, alt: "", loading: "lazy" });
  picture.addEventListener("error", () => picture.replaceWith("No picture"));
  const show = () => sheet(fax, name);
  const select = make(
    "select",
    {
      "aria-label": `The next fax to ${name}`,
      "data-focus": `next-${fax.outbox}`,
      onchange: async () => {
        await call("PUT", `/next-fax/${fax.to}`, { meets: select.value || null });
        redraw();
      },
    },
    ...MEETS.map(([value, words]) => make("option", { value }, words)),
  );
  select.value = fax.next ?? "";
  const pages = fax.pages === 1 ? "1 page" : `${fax.pages} pages`;
  const tried = fax.tryNumber > 1 ? `, try ${fax.tryNumber}` : "";
  return make(
    "li",
    null,
    make("button", { type: "button", class: "sheet", "aria-label": `Open the fax to ${name}`, "data-focus": `sheet-${fax.outbox}`, onclick: show }, picture),
    make(
      "div",
      { class: "fax" },
      make("b", null, name),
      place ? make("span", { class: "to" }, written(fax.to)) : null,
      make("span", null, `${when(fax.entry.at)}, ${pages}${tried}`),
      make("span", null, state(fax)),
      make("span", { class: "row" }, make("span", { class: "note" }, "Next fax:"), select),
    ),
  );
}

const path = (file) => new URL(file.url).pathname;

/** Its pages over everything, and the PDF. */
function sheet(fax, name) {
  at("sheet-title").textContent = `Fax to ${name}`;
  const pages = [];
  for (const [index, file] of fax.entry.attachments.entries()) {
    pages.push(make("p", { class: "row" }, make("a", { href: path(file), target: "_blank", rel: "noopener" }, `PDF: ${file.name}`)));
    addPages(pages, file, fax.pagesOf[index] ?? 1);
  }
  at("sheet-pages").replaceChildren(...pages);
  at("sheet-close").onclick = () => at("sheet").close();
  at("sheet").showModal();
}

function addPages(into, file, count) {
  for (let page = 1; page <= count; page += 1) {
    into.push(make("img", { src: `${path(file)}/pages/${page}`, alt: `Page ${page} of ${file.name}`, loading: "lazy" }));
  }
}
