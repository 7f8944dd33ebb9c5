// A stand-in for the captcha's script: a plain checkbox that gives a token.
(function () {
  "use strict";
  var script = document.currentScript;
  var widgets = [];

  function token() {
    var bytes = new Uint8Array(16);
    crypto.getRandomValues(bytes);
    return "sandbox-pass-" + Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  }
  function find(handler) { return typeof handler === "function" ? handler : window[handler]; }

  window.grecaptcha = {
    ready: function (then) { then(); },
    render: function (target, options) {
      var parent = typeof target === "string" ? document.getElementById(target) : target;
      var id = widgets.length;
      var label = document.createElement("label");
      var box = document.createElement("input");
      box.type = "checkbox";
      box.style.width = "1.5rem";
      box.style.height = "1.5rem";
      box.style.marginRight = "0.75rem";
      label.style.display = "inline-flex";
      label.style.alignItems = "center";
      label.style.minHeight = "2.75rem";
      label.append(box, "I am not a robot");
      parent.replaceChildren(label);
      var widget = { box: box, value: "" };
      widgets.push(widget);
      box.addEventListener("change", function () {
        widget.value = box.checked ? token() : "";
        var then = find(box.checked ? (options || {}).callback : (options || {})["expired-callback"]);
        if (then) then(widget.value);
      });
      return id;
    },
    getResponse: function (id) { return (widgets[id || 0] || { value: "" }).value; },
    reset: function (id) {
      var widget = widgets[id || 0];
      if (!widget) return;
      widget.value = "";
      widget.box.checked = false;
    },
  };

  var onload = new URL(script.src).searchParams.get("onload");
  if (onload && window[onload]) window[onload]();
  document.querySelectorAll(".g-recaptcha").forEach(function (element) {
    if (!element.firstChild) window.grecaptcha.render(element, { callback: element.dataset.callback });
  });
})();
