// SPDX-License-Identifier: AGPL-3.0-or-later

// A button that waits for its answer is disabled, and a disabled control loses the focus: whoever pressed it by
// key would begin at the top of the page again. It gets the focus back, unless something else has it by then.

/** Watches every control of the document; gives the way to stop it. */
export function returnFocus(document: Document): () => void {
  let last: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target;
  };
  const watched = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target !== last || !(target instanceof HTMLElement) || target.hasAttribute('disabled')) continue;
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) target.focus({ preventScroll: true });
    }
  });
  document.addEventListener('focusin', remember);
  watched.observe(document, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    watched.disconnect();
  };
}
