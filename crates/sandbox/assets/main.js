// The page: asks once a second whether anything has changed, and has each part draw itself.
import * as books from "./books.js";
import * as codes from "./codes.js";
import * as day from "./day.js";
import { at, call, say } from "./dom.js";
import * as faxes from "./faxes.js";
import * as mail from "./mail.js";
import * as phone from "./phone.js";
import * as switches from "./switches.js";

let desk = null;
let seen = "";

function draw() {
  at("site").hidden = !desk.site;
  if (desk.site) at("site").href = desk.site;
  day.draw(desk, refresh);
  phone.draw(desk, draw);
  mail.draw(desk, draw);
  switches.draw(desk, refresh);
  faxes.draw(desk, refresh);
}

/** Asks now, and draws when something has changed. */
async function refresh() {
  const answer = await call("GET", `/desk?seen=${encodeURIComponent(seen)}`);
  if (answer) {
    desk = answer;
    seen = answer.version;
    if (document.body.dataset.view === "ledger") void books.draw();
  }
  if (desk) draw();
}

let next = 0;

async function turn() {
  clearTimeout(next);
  try {
    await refresh();
    at("lost").hidden = true;
  } catch {
    // The next turn asks again.
    at("lost").hidden = false;
  }
  clearTimeout(next);
  next = setTimeout(turn, document.hidden ? 5000 : 1000);
}

// Who comes back for a code must not copy the one before.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void turn();
});

function tick() {
  phone.tick();
  codes.tick();
  day.tick();
  setTimeout(tick, 250);
}

function choose(buttons, name, mark) {
  for (const button of buttons) {
    button.addEventListener("click", () => {
      document.body.dataset[name] = button.dataset[name];
      for (const one of buttons) one.removeAttribute("aria-current");
      button.setAttribute("aria-current", mark);
      scrollTo(0, 0);
      if (button.dataset.view === "ledger") void books.draw();
    });
  }
}
choose([...document.querySelectorAll(".views button")], "view", "page");
choose([...document.querySelectorAll(".parts button")], "part", "true");

at("over").addEventListener("click", () => {
  const { messages, ledger } = desk?.counts ?? { messages: 0, ledger: 0 };
  const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
  at("ask-title").textContent = "Start over?";
  at("ask-text").textContent =
    `This deletes ${count(messages, "message", "messages")} (emails, text messages and faxes) and ` +
    `${count(ledger, "line", "lines")} of the ledger, and switches all faults off. What Salal itself keeps stays, and so do payments, which can still be refunded.`;
  at("ask").showModal();
  at("ask-no").focus();
});
at("ask-no").addEventListener("click", () => at("ask").close());
at("ask-yes").addEventListener("click", async () => {
  at("ask").close();
  await call("POST", "/start-over");
  say("Everything was deleted.");
  await refresh();
});

at("replay").addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = new FormData(event.target).get("file");
  const answer = await fetch(`/replay/teleplan?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
  at("replay-answer").textContent = answer.ok ? `${file.name} will be returned at the next pick-up.` : "The file was refused.";
});

void turn();
tick();
