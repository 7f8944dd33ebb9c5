// What does not wait for the app, before the first paint: the colours, who is signed in, and the sheets of a
// public document.

// The colours chosen on this device, or the system's. The app keeps the choice under this name (Mantine's) and on
// the account.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const colour = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // No storage: the system decides.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  colour();
  // The system may change at dusk, while the page is open.
  system.addEventListener('change', colour);
})();

// Nothing of the app is shown before it is known whose token this tab has: it is asked while the scripts are on their
// way, and src/api/early.ts hands over the answer.
(() => {
  try {
    const token = sessionStorage.getItem('salal.token');
    if (token === null) return;
    const headers = { accept: 'application/json', 'x-access-token': token };
    const answer = fetch('/api/user/token', { method: 'POST', headers });
    // Whoever takes it sees that it failed.
    answer.catch(() => undefined);
    window.salalEarly = { token, at: performance.now(), answer };
  } catch {
    // The app asks.
  }
})();

// The sign-in stands in its document for who comes to it without anything. Whoever has a token is led on, and what else
// the page would say stands in its address: they wait for the app. What is pressed before the app is here is kept for it.
(() => {
  const { documentElement } = document;
  try {
    if (location.search !== '' || sessionStorage.getItem('salal.token') !== null)
      documentElement.setAttribute('data-not-drawn', '');
  } catch {
    // No storage: nobody is signed in.
  }
  document.addEventListener('submit', (event) => {
    const drawn = document.getElementById('drawn');
    if (!drawn?.contains(event.target)) return;
    event.preventDefault();
    drawn.setAttribute('data-pressed', '');
  });
  // A script that does not come: the form would take every press and say nothing.
  document.addEventListener(
    'error',
    ({ target }) => {
      const form = document.querySelector('#drawn form');
      if (!form || !(target instanceof HTMLScriptElement) || form.querySelector('[role="alert"]')) return;
      const words = document.createElement('p');
      words.setAttribute('role', 'alert');
      words.textContent = 'This page did not load completely. Check your connection and load it again.';
      form.prepend(words);
    },
    { capture: true },
  );
})();

// A public document has in it what its first paint needs of the styles. The sheets have the rest, and come when the
// words are here. They take effect together: one without the next would turn their order round.
document.addEventListener(
  'readystatechange',
  () => {
    const place = document.getElementById('sheets');
    if (!place) return;
    place.insertAdjacentHTML('afterend', place.textContent ?? '');
    const sheets = [...document.querySelectorAll('#sheets ~ link')];
    const arrivals = sheets.map((sheet) => {
      sheet.setAttribute('media', 'print');
      return new Promise((done) => {
        sheet.addEventListener('load', done);
        sheet.addEventListener('error', done);
      });
    });
    window.salalSheets = Promise.all(arrivals).then(() => {
      for (const sheet of sheets) sheet.removeAttribute('media');
    });
  },
  { once: true },
);
