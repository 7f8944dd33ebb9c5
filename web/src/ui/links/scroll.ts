// SPDX-License-Identifier: AGPL-3.0-or-later

// How far a page was scrolled when one left it, so that going back finds it there: the window, and whatever scrolls
// inside. A new page begins at its top, or at the part that its address names. It is kept for this tab, by the
// entries of the browser's history, and outlives a reload.
type Position = readonly [left: number, top: number];
type Positions = Record<string, Position>;

const STORED = 'salal.scroll';
const WINDOW = 'window';

function stored(): Record<string, Positions> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
  } catch {
    return {};
  }
}

/** Where an element stands in the document: it may be another one when one comes back. */
function pathOf(element: Element): string {
  const { parentElement } = element;
  if (!parentElement) return element.localName;
  const at = [...parentElement.children].indexOf(element) + 1;
  return `${pathOf(parentElement)} > ${element.localName}:nth-child(${at})`;
}

function find(path: string): Element | null {
  try {
    return document.querySelector(path);
  } catch {
    return null;
  }
}

export interface Scroll {
  /** Begins to watch; `current` says which entry is on the screen. Answers how to end. */
  readonly watch: (current: () => string | undefined) => () => void;
  /** Before the next page: notes where this one is. */
  readonly leave: (key: string | undefined) => void;
  /** When the page of an entry stands. */
  readonly arrive: (from: string | undefined, to: string, hash: string) => void;
}

export function keepScroll(): Scroll {
  const positions = stored();
  const scrolled = new Set<EventTarget>();
  let placing = false;

  const leave = (key: string | undefined): void => {
    if (key !== undefined)
      for (const target of scrolled) {
        const noted = (positions[key] ??= {});
        if (target === document) noted[WINDOW] = [window.scrollX, window.scrollY];
        else if (target instanceof Element && target.isConnected)
          noted[pathOf(target)] = [target.scrollLeft, target.scrollTop];
      }
    scrolled.clear();
  };

  const place = (from: string | undefined, to: string, hash: string): void => {
    // What stays on the screen stays where it is.
    for (const [path, position] of Object.entries((from !== to && positions[from ?? '']) || {}))
      if (path !== WINDOW && find(path)) (positions[to] ??= {})[path] ??= position;
    const { [WINDOW]: page, ...inside } = positions[to] ?? {};
    for (const [path, [left, top]] of Object.entries(inside)) {
      const element = find(path);
      if (element) Object.assign(element, { scrollLeft: left, scrollTop: top });
    }
    if (page) window.scrollTo(...page);
    else if (hash === '') window.scrollTo(0, 0);
    else document.getElementById(hash)?.scrollIntoView();
  };

  return {
    leave,
    arrive(from, to, hash) {
      scrolled.clear();
      placing = true;
      try {
        place(from, to, hash);
      } finally {
        placing = false;
      }
    },
    watch(current) {
      const note = ({ target }: Event): void => {
        if (!placing && target) scrolled.add(target);
      };
      const keep = (): void => {
        // A reload may begin before this program is back.
        window.history.scrollRestoration = 'auto';
        leave(current());
        try {
          sessionStorage.setItem(STORED, JSON.stringify(positions));
        } catch {
          // No room, or no right to it: a reload begins at the top.
        }
      };
      const resume = ({ persisted }: PageTransitionEvent): void => {
        if (persisted) window.history.scrollRestoration = 'manual';
      };
      window.history.scrollRestoration = 'manual';
      document.addEventListener('scroll', note, true);
      window.addEventListener('pagehide', keep);
      window.addEventListener('pageshow', resume);
      return () => {
        document.removeEventListener('scroll', note, true);
        window.removeEventListener('pagehide', keep);
        window.removeEventListener('pageshow', resume);
      };
    },
  };
}
