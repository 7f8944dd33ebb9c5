// The mailbox: one person's or everybody's, each email as its reader sees it or as text.
import { at, make, remembered, replace, when } from "./dom.js";
import { person } from "./phone.js";

let isAll = false;
let isText = false;
let open = null;
/** What came before this page was first opened counts as read. */
let readBefore = remembered.get("read-before");
const read = new Set(remembered.get("read") ?? []);

const isFresh = (mail) => mail._id > readBefore && !read.has(mail._id);

export function draw(desk, redraw) {
  const all = desk.messages.filter((one) => one.channel === "email");
  if (readBefore === null) {
    readBefore = all[0]?._id ?? "";
    remembered.set("read-before", readBefore);
  }
  const who = person(desk);
  const own = who === null ? [] : all.filter((one) => one.to.toLowerCase() === who.email.toLowerCase());
  const mails = isAll || who === null ? all : own;
  const tab = (button, isOn, words, set) => {
    button.textContent = words;
    button.setAttribute("aria-pressed", String(isOn));
    button.onclick = () => {
      isAll = set;
      redraw();
    };
  };
  at("mail-own").hidden = who === null;
  tab(at("mail-own"), !isAll && who !== null, who?.name.split(" ")[0] ?? "", false);
  tab(at("mail-all"), isAll || who === null, `Everybody ${all.length}`, true);
  const fresh = mails.filter(isFresh).length;
  at("unread").hidden = fresh === 0;
  at("unread").textContent = String(fresh);
  at("unread").setAttribute("title", `${fresh} not read`);

  let shown = mails.find((one) => one._id === open);
  if (!shown) {
    shown = mails[0];
    open = null;
  }
  const choose = (mail) => {
    open = mail._id;
    read.add(mail._id);
    remembered.set("read", [...read].slice(-400));
    redraw();
  };
  const names = new Map(desk.people.map((one) => [one.email.toLowerCase(), one.name]));
  const address = (mail) => names.get(mail.to.toLowerCase()) ?? mail.to;
  replace(at("mails"), [mails.map((one) => [one._id, isFresh(one)]), shown?._id, isAll], () =>
    mails.map((mail) =>
      make(
        "li",
        null,
        make(
          "button",
          {
            type: "button",
            class: isFresh(mail) ? "fresh" : null,
            "aria-current": mail._id === shown?._id ? "true" : null,
            "data-focus": mail._id,
            onclick: () => choose(mail),
          },
          make("span", { class: "title" }, mail.subject),
          make("span", { class: "from" }, `${isAll || who === null ? address(mail) : "Salal"} · ${when(mail.at)}`),
          isFresh(mail) ? make("span", { class: "hidden" }, "not read") : null,
        ),
      ),
    ),
  );
  replace(at("reader"), [shown?._id, isText], () => (shown ? reader(shown, redraw) : [make("p", { class: "empty" }, "Emails appear here as Salal sends them.")]));
}

/** What the text says of an address: the line above it. */
function linkName(text, address, index) {
  const lines = text.split("\n").map((line) => line.trim());
  const above = lines.slice(0, lines.indexOf(address)).filter((line) => line !== "").at(-1);
  return above?.endsWith(":") ? above.slice(0, -1) : `Open link ${index + 1}`;
}

function reader(mail, redraw) {
  const set = (value) => () => {
    isText = value;
    redraw();
  };
  const asText = isText || !mail.hasHtml;
  const head = make(
    "div",
    { class: "subject" },
    make("div", null, make("h3", null, mail.subject), make("span", { class: "note" }, `to ${mail.to}`)),
    mail.hasHtml
      ? make(
          "div",
          { class: "segments", role: "group", "aria-label": "Shown as" },
          make("button", { type: "button", "aria-pressed": String(!asText), "data-focus": "html", onclick: set(false) }, "HTML"),
          make("button", { type: "button", "aria-pressed": String(asText), "data-focus": "text", onclick: set(true) }, "Text"),
        )
      : null,
  );
  const body = asText
    ? make("pre", { tabindex: "0" }, mail.text)
    : make("iframe", {
        title: `Email: ${mail.subject}`,
        sandbox: "allow-popups allow-popups-to-escape-sandbox",
        referrerpolicy: "no-referrer",
        src: `/outbox/${mail._id}/html`,
      });
  const link = (address, words) => make("a", { href: address, target: "_blank", rel: "noopener" }, words);
  const count = mail.links.length;
  const links = make(
    "div",
    { class: "links" },
    make("span", null, count === 0 ? "No link in this email" : count === 1 ? "1 link in this email" : `${count} links in this email`),
    ...mail.links.map((address, index) => link(address, count === 1 ? "Open it here" : linkName(mail.text, address, index))),
    ...mail.attachments.map((file) => link(file.url, file.name)),
  );
  return [head, body, links];
}
