// One person's phone: whose it is, the text messages, the codes with Copy.
import { at, clock, copyButton, grouped, lastTen, make, remembered, replace, when, written } from "./dom.js";

const CODE = /\b\d{6}\b/;

/** Whose phone and mailbox are shown: a number, or an address without a phone. */
let chosen = remembered.get("who");
/** The newest message that was on screen, so that one on another phone is told. */
let seen = null;
/** The newest text stays in sight until somebody scrolls. */
let atNewest = true;
for (const kind of ["wheel", "touchmove", "keydown"]) {
  at("texts").addEventListener(kind, () => (atNewest = false), { passive: true });
}

export function person(desk) {
  return desk.people.find((one) => one.phone === chosen) ?? null;
}

const texts = (desk, number) => desk.messages.filter((one) => one.channel === "sms" && lastTen(one.to) === number);

const nameOf = (desk, number) => desk.people.find((one) => one.phone === number)?.name ?? written(number);

/** The numbers that got messages and belong to nobody with a published account. */
function strangers(desk) {
  const numbers = desk.messages.filter((one) => one.channel === "sms").map((one) => lastTen(one.to));
  return [...new Set(numbers)].filter((number) => !desk.people.some((one) => one.phone === number));
}

export function draw(desk, redraw) {
  const newest = desk.messages.find((one) => one.channel === "sms");
  if (chosen === null) chosen = (newest && lastTen(newest.to)) ?? desk.people[0]?.phone ?? null;
  const choose = (number) => {
    chosen = number;
    remembered.set("who", number);
    redraw();
  };
  const patients = desk.people.filter((one) => one.role === "Patient");
  const staff = desk.people.filter((one) => one.role !== "Patient");
  const others = strangers(desk);
  if (chosen !== null && !desk.people.some((one) => one.phone === chosen) && !others.includes(chosen)) others.push(chosen);
  const group = (label, options) => (options.length === 0 ? null : make("optgroup", { label }, ...options));
  const option = (number, words) => make("option", { value: number }, words);
  replace(at("who"), [desk.people, others], () =>
    [
      group("Patients", patients.map((one) => option(one.phone, one.name))),
      group("Staff", staff.map((one) => option(one.phone, `${one.name}, ${one.role.toLowerCase()}`))),
      group("Other phones", others.map((number) => option(number, written(number)))),
    ].filter((one) => one !== null),
  );
  at("who").value = chosen ?? "";
  at("who").onchange = () => choose(at("who").value);

  // A message on another phone, until it is looked at.
  seen ??= newest?._id ?? "";
  const elsewhere = desk.messages.find((one) => one.channel === "sms" && one._id > seen);
  if (elsewhere && lastTen(elsewhere.to) === chosen) seen = elsewhere._id;
  const other = elsewhere && lastTen(elsewhere.to) !== chosen ? lastTen(elsewhere.to) : null;
  at("elsewhere").hidden = other === null;
  if (other !== null) {
    at("elsewhere").textContent = `New on the phone of ${nameOf(desk, other)}`;
    at("elsewhere").onclick = () => choose(other);
  }

  const who = person(desk);
  at("phone-number").textContent = chosen ? written(chosen) : "";
  const list = chosen === null ? [] : texts(desk, chosen).reverse();
  const changed = replace(at("texts"), list.map((one) => one._id), () =>
    list.length === 0
      ? [make("li", { class: "note" }, "Text messages appear here as Salal sends them.")]
      : list.map((one, index) => text(one, index === list.length - 1)),
  );
  if (changed) atNewest = true;

  const signIn = at("sign-in");
  signIn.hidden = !desk.site;
  if (desk.site) signIn.href = `${desk.site}${who && who.role !== "Patient" ? "/office-login" : "/login"}`;
  replace(at("account"), who, () =>
    who === null
      ? []
      : [
          make("div", null, make("span", null, who.email), copySmall(who.email, "email")),
          make("div", null, make("span", null, who.password), copySmall(who.password, "password")),
        ],
  );
}

function copySmall(text, what) {
  const button = copyButton(text, `the ${what}`, `copy-${what}`);
  button.className = "";
  return button;
}

function text(message, isNewest) {
  const code = CODE.exec(message.text)?.[0];
  const minutes = /(\d+) minutes/.exec(message.text)?.[1];
  const bubble = make("div", { class: "bubble" }, ...linked(message, code));
  const parts = [bubble];
  if (code && isNewest) {
    parts.push(
      make("div", { class: "code" }, make("span", { class: "digits" }, grouped(code)), copyButton(code, "the code", "copy-code")),
    );
  }
  const left = make("span", { class: "when" }, when(message.at));
  if (code && isNewest && minutes) {
    left.dataset.until = String(new Date(message.at).getTime() + Number(minutes) * 60_000);
    left.dataset.at = when(message.at);
  }
  parts.push(left);
  return make("li", null, ...parts);
}

/** The text with its addresses as links and its code in bold. An address may begin with another one: the longest first. */
function linked(message, code) {
  const links = message.links.toSorted((one, other) => other.length - one.length);
  const marks = [...links, ...(code ? [code] : [])];
  let pieces = [message.text];
  for (const mark of marks) {
    pieces = pieces.flatMap((piece) => {
      if (typeof piece !== "string") return [piece];
      const between = piece.split(mark);
      return between.flatMap((part, index) => (index === 0 ? [part] : [marked(mark, mark === code), part]));
    });
  }
  return pieces;
}

function marked(mark, isCode) {
  return isCode ? make("b", null, grouped(mark)) : make("a", { href: mark, target: "_blank", rel: "noopener" }, mark);
}

/** A few times a second: the phone's clock, its newest text, and how long the code still works. */
export function tick() {
  at("phone-time").textContent = clock(new Date());
  if (atNewest) at("texts").scrollTop = at("texts").scrollHeight;
  for (const one of document.querySelectorAll("#texts [data-until]")) {
    const left = Math.ceil((Number(one.dataset.until) - Date.now()) / 1000);
    const words = left <= 0 ? "no longer works" : `${left >= 60 ? `${Math.floor(left / 60)} min ` : ""}${left % 60} s left`;
    one.textContent = `${one.dataset.at}, ${words}`;
  }
}
