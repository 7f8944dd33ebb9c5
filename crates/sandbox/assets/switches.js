// The failure switches: how a service fails, for its next call or until it is switched off, and how often it did.
import { at, call, make, replace, say } from "./dom.js";

/** What each switch would do, as it was chosen here last. */
const picked = new Map();
/** Whose sentence is shown although it is off. */
let asked = null;

export function draw(desk, redraw) {
  const on = desk.switches.filter((one) => one.on !== null).length;
  at("on").hidden = on === 0;
  at("on").lastElementChild.textContent = `${on} on`;
  replace(at("switches"), [desk.switches, asked, [...picked]], () => desk.switches.map((one) => row(one, redraw)));
}

function row(one, redraw) {
  const isOn = one.on !== null;
  const standing = isOn ? `${one.on.left === null || one.on.left > 1 ? "always" : "once"}:${one.on.word}` : undefined;
  const value = standing ?? picked.get(one.service) ?? `once:${one.choices[0].word}`;
  const [often, word] = value.split(":");
  const choice = one.choices.find((known) => known.word === word) ?? one.choices[0];
  const set = async (next) => {
    const [howOften, chosen] = next.split(":");
    await call("PUT", `/switches/${one.service}`, { word: chosen, once: howOften === "once" });
    say(`${one.name}: ${chosen}. On.`);
  };
  const options = (label, name) =>
    make("optgroup", { label }, ...one.choices.map((known) => make("option", { value: `${name}:${known.word}` }, known.word)));
  const select = make(
    "select",
    {
      "aria-label": `${one.name} fails how`,
      "data-focus": `${one.service}-how`,
      onchange: async () => {
        picked.set(one.service, select.value);
        asked = one.service;
        if (isOn) await set(select.value);
        redraw();
      },
    },
    options(one.once, "once"),
    options("Until switched off", "always"),
  );
  select.value = `${often}:${choice.word}`;
  const toggle = make("button", {
    type: "button",
    class: "switch",
    role: "switch",
    "aria-checked": String(isOn),
    "aria-label": `${one.name} fails`,
    "data-focus": `${one.service}-switch`,
    onclick: async () => {
      asked = one.service;
      picked.set(one.service, select.value);
      if (isOn) {
        await call("DELETE", `/switches/${one.service}`);
        say(`${one.name} works again.`);
      } else await set(select.value);
      redraw();
    },
  });
  const howLong = often === "once" ? one.once : "Until switched off";
  const left = isOn && one.on.left !== null && one.on.left > 1 ? `Next ${one.on.left} calls` : howLong;
  const did = one.did > 0 ? `did ${one.did} so far` : null;
  const under = [isOn ? left : null, did].filter((part) => part !== null).join(", ");
  const sentence = isOn ? one.on.sentence : asked === one.service ? choice.sentence : null;
  return make(
    "li",
    { "data-service": one.service },
    make("div", { class: "one" }, make("span", { class: "name" }, make("b", null, one.name), under ? make("small", null, under) : null), select, toggle),
    sentence ? make("p", { class: "says" }, isOn ? sentence : `Would do: ${sentence}`) : null,
  );
}
