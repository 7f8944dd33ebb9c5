// SPDX-License-Identifier: AGPL-3.0-or-later

// What is on the way holds back what comes after it, so that nothing is seen to move: everything that it stands in, up to
// the main part of the page, has `data-waits` while it is there. The style sheets do the rest. They would see it by
// themselves with `:has`, but then the browser looks through the whole page at every change of it.

/** How many parts on the way each element holds. */
const held = new WeakMap<Element, number>();

function count(element: Element, by: 1 | -1): void {
  const now = (held.get(element) ?? 0) + by;
  held.set(element, now);
  element.toggleAttribute('data-waits', now > 0);
}

/** The `ref` of a part that is on the way. */
export function marksWaiting(part: Element | null): (() => void) | undefined {
  const around: Element[] = [];
  for (
    let at = part;
    at !== null && at !== document.body;
    at = at.tagName === 'MAIN' ? null : at.parentElement
  )
    around.push(at);
  for (const element of around) count(element, 1);
  return () => {
    for (const element of around) count(element, -1);
  };
}
