// Keeps the sandbox's page current: asks for outbox, ledger and faults every two seconds and
// writes them as text, never as markup.
(function () {
  "use strict";
  var seen = {};
  function at(id) { return document.getElementById(id); }
  function cell(row, content) {
    var made = row.insertCell();
    if (content instanceof Node) made.append(content);
    else made.textContent = content === null || content === undefined ? "" : String(content);
    return made;
  }
  function time(text) { return new Date(text).toLocaleTimeString("en-CA"); }
  function link(address, name) {
    var made = document.createElement("a");
    made.href = address;
    made.textContent = name;
    made.target = "_blank";
    made.rel = "noopener";
    var line = document.createElement("div");
    line.append(made);
    return line;
  }
  function load(address, draw) {
    return fetch(address).then(function (answer) { return answer.text(); }).then(function (text) {
      if (seen[draw.name] === text) return;
      seen[draw.name] = text;
      draw(JSON.parse(text));
    }).catch(function () { /* the next turn asks again */ });
  }
  function drawOutbox(entries) {
    at("outbox").replaceChildren();
    entries.forEach(function (entry) {
      var row = at("outbox").insertRow();
      cell(row, time(entry.at));
      cell(row, entry.channel);
      cell(row, entry.to);
      var text = document.createElement("div");
      text.className = "message";
      text.textContent = (entry.subject ? entry.subject + "\n" : "") + entry.text;
      cell(row, text);
      var files = document.createElement("div");
      entry.links.forEach(function (address) { files.append(link(address, address)); });
      entry.attachments.forEach(function (file) { files.append(link(file.url, file.name)); });
      cell(row, files);
    });
  }
  function drawLedger(entries) {
    at("ledger").replaceChildren();
    entries.forEach(function (entry) {
      var row = at("ledger").insertRow();
      var amount = entry.amount === null ? "" : (entry.amount / 100).toFixed(2) + " " + entry.currency;
      [time(entry.at), entry.service, entry.operation, amount, entry.reference, entry.idempotencyKey, entry.providerId, entry.to]
        .forEach(function (content) { cell(row, content); });
    });
  }
  function drawFaults(faults) {
    at("faults").replaceChildren();
    faults.forEach(function (fault) {
      var item = document.createElement("li");
      item.textContent = fault.service + ": " + fault.mode + ", " + fault.times + " left" + (fault.operation ? ", only " + fault.operation : "");
      at("faults").append(item);
    });
  }
  function refresh() {
    var outbox = new URLSearchParams();
    if (at("channel").value) outbox.set("channel", at("channel").value);
    if (at("to").value) outbox.set("to", at("to").value);
    var service = at("service").value;
    return Promise.all([
      load("/outbox?" + outbox, drawOutbox),
      load("/ledger" + (service ? "?service=" + service : ""), drawLedger),
      load("/faults", drawFaults),
    ]);
  }
  at("fault").addEventListener("submit", function (event) {
    event.preventDefault();
    var form = new FormData(event.target);
    var fault = { service: form.get("service"), mode: form.get("mode"), times: Number(form.get("times")) };
    if (form.get("operation")) fault.operation = form.get("operation");
    fetch("/faults", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(fault) })
      .then(function (answer) { at("fault-answer").textContent = answer.ok ? "Set." : "Refused."; return refresh(); });
  });
  at("replay").addEventListener("submit", function (event) {
    event.preventDefault();
    var file = new FormData(event.target).get("file");
    fetch("/replay/teleplan?name=" + encodeURIComponent(file.name), { method: "POST", body: file })
      .then(function (answer) { at("replay-answer").textContent = answer.ok ? file.name + " lies ready." : "Refused."; });
  });
  at("clear").addEventListener("click", function () {
    fetch("/faults", { method: "DELETE" }).then(function () { at("fault-answer").textContent = "Cleared."; return refresh(); });
  });
  ["channel", "to", "service"].forEach(function (id) { at(id).addEventListener("input", refresh); });
  (function turn() { refresh().then(function () { setTimeout(turn, 2000); }); })();
})();
