// SPDX-License-Identifier: AGPL-3.0-or-later

import type { Page } from '@playwright/test';

/** Somebody's names as long as a form takes them, without a gap to break at. */
const LONG = {
  FirstName: 'Wolfeschlegelsteinhausenbergerdorffmaxim',
  LastName: 'Featherstonehaugh-Cholmondeley-Marjorib',
} as const;

/** From now on the server's answers say these names of the person, whatever is stored. */
export async function withLongNames(page: Page, { first, last }: { first: string; last: string }) {
  const renamed = (text: string) =>
    text
      .replaceAll(`"FirstName":"${first}"`, `"FirstName":"${LONG.FirstName}"`)
      .replaceAll(`"LastName":"${last}"`, `"LastName":"${LONG.LastName}"`);
  await page.route('**/api/**', async (route) => {
    // The stream of events has no end.
    if (route.request().url().endsWith('/api/events')) {
      await route.fallback();
      return;
    }
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json') === true;
    await route.fulfill(isJson ? { response, body: renamed(await response.text()) } : { response });
  });
}

/** What the bar at the foot of a phone loses: a part that leaves its own place, or that is beside the window. In the page. */
export function lostFromBar(): string[] {
  const bar = [...document.querySelectorAll('nav')].find(
    (one) => one.checkVisibility() && getComputedStyle(one).position === 'fixed',
  );
  if (!bar) return ['no bar'];
  const frame = bar.getBoundingClientRect();
  const found: string[] = [];
  const room = Number.parseFloat(getComputedStyle(bar.parentElement ?? bar).paddingBottom);
  if (frame.height > room)
    found.push(`the bar is ${frame.height} px high, the page leaves ${room} px for it`);
  for (const tab of bar.children) {
    const place = tab.getBoundingClientRect();
    const name = tab.textContent;
    const walker = document.createTreeWalker(tab, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.closest('.s-visually-hidden')) continue;
      range.selectNodeContents(walker.currentNode);
      for (const { left, right, top, bottom } of range.getClientRects())
        if (left < place.left || right > place.right || top < frame.top || bottom > window.innerHeight)
          found.push(`${name}: ${walker.currentNode.textContent} leaves its place`);
    }
  }
  return found;
}

/**
 * Icons that stay small beside text of twice the usual size: what they are drawn for is their `width`. Those of a
 * phone's bar stand over their words. Runs in the page.
 */
export function smallIcons(): string[] {
  return [...document.querySelectorAll('svg.tabler-icon')]
    .filter((one) => one.checkVisibility() && one.closest('nav[aria-label="Main, short"]') === null)
    .filter((one) => one.getBoundingClientRect().width < Number(one.getAttribute('width')) * 1.5)
    .map((one) => `${one.getAttribute('class')} beside ${one.parentElement?.textContent ?? ''}`);
}

/**
 * What large text loses on the page: words that are cut where they do not fit, words over other words, and what is
 * wider than the window. Runs in the page.
 */
export function lostText(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > window.innerWidth)
    found.push(`sideways by ${root.scrollWidth - window.innerWidth} px`);
  interface Words {
    readonly text: string;
    readonly within: Element;
    readonly box: DOMRect;
  }
  /** Words that nobody sees are cut on purpose. */
  const isForReadersAlone = (one: Element) => {
    for (let around: Element | null = one; around; around = around.parentElement) {
      if (getComputedStyle(around).clipPath !== 'none') return true;
    }
    return false;
  };
  const all: Words[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent?.trim() ?? '';
    const within = node.parentElement;
    if (text === '' || !within?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    if (within.closest('option, [class*="skip"]') !== null || isForReadersAlone(within)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    // The nearest ancestor that cuts what leaves it, as long as nothing between scrolls.
    let seenTo = Infinity;
    for (
      let around: Element | null = within;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const { overflowX, textOverflow } = getComputedStyle(around);
      if (overflowX === 'auto' || overflowX === 'scroll') break;
      if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
      const frame = around.getBoundingClientRect();
      // A preview shows its first lines alone.
      seenTo = frame.bottom;
      if (
        textOverflow !== 'ellipsis' &&
        boxes.some((box) => box.right > frame.right + 1 || box.left < frame.left - 1)
      )
        found.push(`cut: ${text.slice(0, 60)}`);
      break;
    }
    for (const box of boxes) if (box.width > 0 && box.top < seenTo - 2) all.push({ text, within, box });
  }
  const fixed = (one: Element) => {
    for (let around: Element | null = one; around; around = around.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) return true;
    }
    return false;
  };
  all.sort((a, b) => a.box.top - b.box.top);
  for (const [at, one] of all.entries()) {
    for (let next = at + 1; next < all.length; next += 1) {
      const other = all[next];
      if (!other || other.box.top >= one.box.bottom - 2) break;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (
        one.within !== other.within &&
        across > 2 &&
        down > one.box.height / 3 &&
        fixed(one.within) === fixed(other.within)
      )
        found.push(`over one another: ${one.text.slice(0, 40)} | ${other.text.slice(0, 40)}`);
    }
  }
  return found;
}
