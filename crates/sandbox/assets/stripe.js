// A stand-in for Stripe.js: the card is typed into a frame of the sandbox's own origin and
// leaves it only as a token. Not here: confirmation of payment intents, saved cards, Link.
(function () {
  "use strict";
  var origin = new URL(document.currentScript.src).origin;
  var serial = 0;

  function CardElement(key, options) {
    this.name = "stripe-card-" + (serial += 1);
    this.key = key;
    this.options = options || {};
    this.listeners = {};
    this.waiting = {};
    this.frame = null;
    this.loaded = false;
    this.receive = this.receive.bind(this);
  }

  CardElement.prototype.post = function (message) {
    // A frame that has not loaded is still of the page's own origin; all that is told before goes with the setup.
    if (this.loaded && this.frame && this.frame.contentWindow) {
      this.frame.contentWindow.postMessage(message, origin);
    }
  };

  CardElement.prototype.emit = function (event, detail) {
    (this.listeners[event] || []).forEach(function (listener) { listener(detail); });
  };

  CardElement.prototype.receive = function (event) {
    if (event.origin !== origin || !this.frame || event.source !== this.frame.contentWindow) return;
    var message = event.data || {};
    if (message.kind === "loaded") {
      this.loaded = true;
      this.post({ kind: "setup", style: this.options.style || {}, prefill: this.options.prefill, hideName: this.options.hideName !== false });
    } else if (message.kind === "ready") {
      this.emit("ready", {});
    } else if (message.kind === "height") {
      this.frame.style.height = message.height + "px";
    } else if (message.kind === "change") {
      this.emit("change", message.detail);
    } else if (message.kind === "focus" || message.kind === "blur") {
      this.emit(message.kind, {});
    } else if (message.kind === "result" && this.waiting[message.id]) {
      this.waiting[message.id](message.result);
      delete this.waiting[message.id];
    }
  };

  CardElement.prototype.mount = function (target) {
    var parent = typeof target === "string" ? document.querySelector(target) : target;
    if (!parent) throw new Error("There is no element to mount the card on.");
    this.unmount();
    var frame = document.createElement("iframe");
    frame.title = "Secure card payment input frame";
    frame.name = this.name;
    frame.src = origin + "/stripe/v3/card";
    frame.allow = "payment *";
    frame.style.border = "0";
    frame.style.width = "100%";
    frame.style.height = "168px";
    frame.style.colorScheme = "normal";
    this.frame = frame;
    window.addEventListener("message", this.receive);
    parent.replaceChildren(frame);
  };

  CardElement.prototype.unmount = function () {
    window.removeEventListener("message", this.receive);
    if (this.frame) this.frame.remove();
    this.frame = null;
    this.loaded = false;
  };
  CardElement.prototype.destroy = CardElement.prototype.unmount;
  CardElement.prototype.clear = function () { this.post({ kind: "clear" }); };
  CardElement.prototype.focus = function () { this.post({ kind: "focus" }); };
  CardElement.prototype.update = function (options) {
    Object.assign(this.options, options);
    this.post({ kind: "setup", style: this.options.style || {}, disabled: options.disabled });
  };
  CardElement.prototype.on = function (event, listener) {
    (this.listeners[event] = this.listeners[event] || []).push(listener);
    return this;
  };

  CardElement.prototype.token = function (data) {
    var card = this;
    if (!card.loaded) {
      return Promise.resolve({ error: { type: "validation_error", code: "incomplete_number", message: "The card frame has not loaded yet." } });
    }
    return new Promise(function (resolve) {
      var id = String((serial += 1));
      card.waiting[id] = resolve;
      card.post({ kind: "token", id: id, data: data || {} });
    });
  };

  window.Stripe = function (key) {
    if (typeof key !== "string" || key === "") throw new Error("A publishable key is needed.");
    return {
      elements: function () {
        var made = null;
        return {
          create: function (kind, options) {
            if (kind !== "card") throw new Error("Only the card element exists here.");
            made = new CardElement(key, options);
            return made;
          },
          getElement: function () { return made; },
        };
      },
      createToken: function (card, data) { return card.token(data); },
    };
  };
})();
