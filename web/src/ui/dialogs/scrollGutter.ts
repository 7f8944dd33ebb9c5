// SPDX-License-Identifier: AGPL-3.0-or-later

// A dialog holds the page behind it still, and the bar at the side of a long page goes meanwhile. Its place stays
// (controls.css), so that nothing moves: for that the document says whether it is longer than its window.

/** Keeps `data-scrolls` of the document true to its length. */
export function tellLength({ documentElement: root, body }: Document): void {
  const tell = () => root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight);
  new ResizeObserver(tell).observe(body);
  window.addEventListener('resize', tell);
}
