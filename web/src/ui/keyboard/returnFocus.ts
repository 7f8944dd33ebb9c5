// SPDX-License-Identifier: AGPL-3.0-or-later

// A button that waits for its answer is disabled, and a disabled control loses the focus: whoever pressed it by
// key would begin at the top of the page again. It gets the focus back, unless something else has it by then. A second
// press on it while it waits puts the focus at what is around it, which is nothing else.

/** Watches every control of the document; gives the way to stop it. */
export function returnFocus(document: Document): () => void {
  let last: EventTarget | null = null;
  const isAround = (place: EventTarget | null, control: EventTarget | null) =>
    place instanceof Node && control instanceof Node && place !== control && place.contains(control);
  const remember = ({ target }: FocusEvent) => {
    const waits = last instanceof HTMLElement && last.hasAttribute('disabled');
    if (!(waits && isAround(target, last))) last = target;
  };
  const watched = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target !== last || !(target instanceof HTMLElement) || target.hasAttribute('disabled')) continue;
      const { activeElement } = document;
      if (activeElement === null || isAround(activeElement, target)) target.focus({ preventScroll: true });
    }
  });
  document.addEventListener('focusin', remember);
  watched.observe(document, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    watched.disconnect();
  };
}
