// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Focuses what a key leads to, with its beginning in sight. Of what is higher than the room between the bars the browser
 * shows any part: its beginning may then be under those that stay at the top.
 */
export function focusClear(element: HTMLElement): void {
  element.focus();
  const clear = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
  if (element.getBoundingClientRect().top < clear - 1) element.scrollIntoView({ block: 'start' });
}
