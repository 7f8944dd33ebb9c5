// Before the first paint: light or dark as the system has it.
(function () {
  "use strict";
  var dark = matchMedia("(prefers-color-scheme: dark)");
  function follow() {
    document.documentElement.setAttribute("data-mantine-color-scheme", dark.matches ? "dark" : "light");
  }
  follow();
  dark.addEventListener("change", follow);
})();
