// The staff's authenticator codes, counting down. Each code is shown for half a minute; at the boundary the next
// one, which is known already, takes its place at once.
import { at, call, copyButton, grouped, make } from "./dom.js";

const STEP = 30_000;
/** The staff, and when (of this page's own clock) their codes end. */
let staff = [];
let ends = 0;
let asking = false;

async function ask() {
  if (asking) return;
  asking = true;
  try {
    const began = performance.now();
    const answer = await call("GET", "/codes");
    // Half of the way is the answer's.
    const half = (performance.now() - began) / 2;
    staff = answer;
    if (staff.length > 0) ends = performance.now() - half + staff[0].codes.leftMs;
    draw();
  } catch {
    // Asked again with the next tick.
  } finally {
    asking = false;
  }
}

function current(one) {
  return performance.now() < ends ? one.codes.code : one.codes.next;
}

function draw() {
  at("codes").replaceChildren(
    ...(staff.length === 0
      ? [make("li", { class: "note" }, "Salal’s demo staff appear here when the sandbox is started with “salal sandbox”.")]
      : staff.map((one) =>
          make(
            "li",
            { "data-email": one.email },
            make("span", { class: "name", title: `${one.email}, ${one.password}` }, make("b", null, one.name), make("small", null, one.role)),
            make("span", { class: "digits" }, grouped(current(one))),
            copyButton(() => current(one), `the code of ${one.name}`, one.email),
          ),
        )),
  );
}

/** A few times a second, so that the boundary is met. */
export function tick() {
  const left = ends - performance.now();
  if (staff.length === 0 || left <= -STEP / 2) void ask();
  else if (left <= 0) {
    for (const row of at("codes").children) {
      const one = staff.find((member) => member.email === row.dataset.email);
      if (one) row.querySelector(".digits").textContent = grouped(current(one));
    }
    void ask();
  }
  const seconds = Math.max(0, Math.ceil((left <= 0 ? left + STEP : left) / 1000));
  at("codes-left").textContent = staff.length === 0 ? "" : `${seconds} s left`;
  at("ring").style.visibility = staff.length === 0 ? "hidden" : "visible";
  at("ring").querySelector(".run").style.strokeDashoffset = String(30 - seconds);
}
