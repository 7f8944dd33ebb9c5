// Making elements. Everything that was received is written as text, never as markup.

/** An element with attributes, properties that begin with `on`, and children. */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const at = (id) => document.getElementById(id);

/** A small drawing of the page's own. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#i-${name}`);
  drawing.append(use);
  return drawing;
}

/** Puts these children in place of what was there, unless nothing about `what` has changed. */
export function replace(place, what, children) {
  const key = JSON.stringify(what);
  if (place.shownKey === key) return false;
  place.shownKey = key;
  // The focus stays on what is the same before and after.
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  place.replaceChildren(...children());
  if (focused !== undefined) {
    [...place.querySelectorAll("[data-focus]")].find((one) => one.dataset.focus === focused)?.focus();
  }
  return true;
}

export const clock = (text) =>
  new Date(text).toLocaleTimeString("en-CA", { hour: "numeric", minute: "2-digit" }).replace(/([ap])\.m\./i, (_, half) => `${half.toUpperCase()}M`);

/** A time of today, else the day as well. */
export function when(text) {
  const moment = new Date(text);
  if (moment.toDateString() === new Date().toDateString()) return clock(text);
  return `${moment.toLocaleDateString("en-CA", { month: "short", day: "numeric" }).replace(".", "")}, ${clock(text)}`;
}

/** `482913` as it is read out. */
export const grouped = (code) => (code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : code);

export const lastTen = (number) => number.replace(/\D/g, "").slice(-10);

/** A number as people write it. */
export function written(number) {
  const ten = lastTen(number);
  return ten.length === 10 ? `${ten.slice(0, 3)}-${ten.slice(3, 6)}-${ten.slice(6)}` : number;
}

/** Says something to readers of the screen. */
export function say(words) {
  at("said").textContent = words;
}

/** A button that copies; `what` is named for those who do not see where it stands. */
export function copyButton(text, what, focus) {
  const word = make("span", null, "Copy");
  const tell = (said) => {
    word.textContent = said;
    button.setAttribute("aria-label", `${said} ${what}`);
  };
  const button = make(
    "button",
    {
      type: "button",
      class: "copy",
      "aria-label": `Copy ${what}`,
      "data-focus": focus,
      onclick: async () => {
        await copy(typeof text === "function" ? text() : text);
        tell("Copied");
        say(`Copied ${what}.`);
        setTimeout(() => tell("Copy"), 1500);
      },
    },
    icon("copy"),
    word,
  );
  return button;
}

/** The clipboard of a page without https is not always there. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { readonly: true, style: "position:fixed;opacity:0" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Something of this browser that is remembered. */
export const remembered = {
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(`sandbox-${name}`));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`sandbox-${name}`, JSON.stringify(value));
    } catch {
      // Without storage it is remembered until the page goes.
    }
  },
};

/** A call of the page; throws with the sandbox's words when it is refused. */
export async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const told = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text || "null") : text;
  if (!answer.ok) throw new Error(told?.message ?? told);
  return told;
}
