// Play a day: what happens as shapes on one line, Pause, One step, three speeds.
import { at, call, icon, make, replace } from "./dom.js";

const SHAPES = {
  request: '<circle cx="7" cy="7" r="5.9"/>',
  paid: '<rect x="2" y="2" width="10" height="10" rx="1"/>',
  declined: '<path d="M2.5 2.5l9 9M11.5 2.5l-9 9"/>',
  failed: '<path d="M7 1.5l6 11h-12z"/>',
};
const STATES = { playing: ["info", "play", "Playing"], paused: ["", "pause", "Paused"], over: ["ok", "check", "Over"] };
const WORDS = {
  request: (one) => `${one.name} asks for ${one.drug.toLowerCase()}.`,
  declined: (one) => `The card of ${one.name} is declined.`,
  paid: (one) => `${one.name} pays.`,
};

let day = null;
let drawnAt = 0;

function shape(kind, classes) {
  // The shapes are this file's own words.
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 14 14");
  drawing.setAttribute("class", `shape ${kind} ${classes ?? ""}`);
  drawing.setAttribute("aria-hidden", "true");
  drawing.innerHTML = SHAPES[kind];
  return drawing;
}

const come = () => {
  const runs = day.state === "playing" ? (performance.now() - drawnAt) / day.lengthMs : 0;
  return Math.min(1, day.come + runs);
};

function words() {
  if (day.trouble) return day.trouble;
  const failed = day.events.filter((one) => one.state === "failed").at(-1);
  const next = day.events.find((one) => one.state === "waits");
  const last = day.events.filter((one) => one.state !== "waits").at(-1);
  if (day.state === "ready") {
    return day.fewer ?? "Twelve requests of the demo’s patients arrive at Salal while you work; two cards are declined.";
  }
  if (last !== undefined && last === failed) return `${last.name}: ${last.why}`;
  if (day.state === "over") return `${day.fewer ?? "Twelve requests have arrived."} Play again for another day.`;
  if (day.state === "paused" && next) return `Next: ${WORDS[next.what](next)}`;
  return last ? WORDS[last.what](last) : "The first patient is on the way.";
}

export function draw(desk, refresh) {
  day = desk.day;
  drawnAt = performance.now();
  const [kind, drawing, state] = STATES[day.state] ?? [];
  at("day-state").hidden = state === undefined;
  if (state) replace(at("day-state"), state, () => [icon(drawing), state]);
  at("day-state").className = `tag ${kind ?? ""}`;
  at("day-words").textContent = words();
  at("day-words").setAttribute("role", day.trouble ? "alert" : "none");
  const wish = (what) => async () => {
    await call("POST", "/day", what);
    await refresh();
  };
  const isPlaying = day.state === "playing";
  const begun = day.state === "paused" ? "Go on" : "Play";
  replace(at("day-play"), isPlaying ? "pause" : begun, () => [icon(isPlaying ? "pause" : "play"), isPlaying ? "Pause" : begun]);
  at("day-play").className = isPlaying ? "" : "main";
  at("day-play").onclick = wish({ wish: isPlaying ? "pause" : "play" });
  at("day-step").onclick = wish({ wish: "step" });
  at("day-play").disabled = at("day-step").disabled = !desk.site || day.events.length === 0;
  for (const button of at("day-speeds").children) {
    button.setAttribute("aria-pressed", String(button.dataset.speed === day.speed));
    button.onclick = wish({ speed: button.dataset.speed });
  }
  replace(at("day-line"), day.events.map((one) => one.state), line);
  const count = (what) => {
    const all = day.events.filter((one) => one.what === what);
    return `${all.filter((one) => one.state === "done").length} of ${all.length}`;
  };
  const failed = day.events.filter((one) => one.state === "failed").length;
  replace(at("day-counts"), day.events.map((one) => one.state), () =>
    day.events.length === 0
      ? []
      : [
          make("span", null, shape("request"), `Request ${count("request")}`),
          make("span", null, shape("paid"), `Paid ${count("paid")}`),
          make("span", null, shape("declined"), `Card declined ${count("declined")}`),
          failed > 0 ? make("span", null, shape("failed"), `Salal said no ${failed}`) : null,
        ].filter((one) => one !== null),
  );
  tick();
}

function line() {
  const marks = day.events.map((one) => {
    const mark = shape(one.state === "failed" ? "failed" : one.what, `mark ${one.state}`);
    mark.style.left = `${one.at * 100}%`;
    return mark;
  });
  return [
    make("div", { class: "track" }, make("b")),
    ...marks,
    make("div", { class: "now" }, make("span")),
  ];
}

/** Every quarter of a second: how far the day has come. */
export function tick() {
  if (day === null) return;
  const done = come();
  const bar = at("day-line").querySelector(".track b");
  if (bar === null) return;
  bar.style.width = `${done * 100}%`;
  const now = at("day-line").querySelector(".now");
  now.style.left = `${done * 100}%`;
  now.hidden = day.state === "ready";
  const seconds = Math.floor((done * day.lengthMs) / 1000);
  now.firstChild.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
