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

/** So long a page may take to be as long as it was. */
const WAIT_MS = 5000;
/** What tells that somebody scrolls, or works, by hand: then nothing moves by itself any more. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A browser rounds where it scrolls to. */
const isNear = (now: number, wanted: number): boolean => Math.abs(now - wanted) < 2;

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

  const leave = (key: string | undefined): void => {
    // Whoever has not seen the page where it was leaves it there.
    if (stopWaiting) stopWaiting();
    else if (key !== undefined)
      for (const target of scrolled) {
        const noted = (positions[key] ??= {});
        if (target === document) noted[WINDOW] = [window.scrollX, window.scrollY];
        else if (target instanceof Element && target.isConnected)
          noted[pathOf(target)] = [target.scrollLeft, target.scrollTop];
      }
    scrolled.clear();
  };

  /** What is to be where it was, each with whether it is now: a page without its data is too short. */
  const wanted = (from: string | undefined, to: string, hash: string): readonly (() => boolean)[] => {
    // What stays on the screen stays where it is.
    for (const [path, position] of Object.entries((from !== to && positions[from ?? '']) || {}))
      if (path !== WINDOW && find(path)) (positions[to] ??= {})[path] ??= position;
    const { [WINDOW]: page, ...inside } = positions[to] ?? {};
    const moves = Object.entries(inside).map(([path, [left, top]]) => () => {
      const element = find(path);
      if (element) Object.assign(element, { scrollLeft: left, scrollTop: top });
      return element !== null && isNear(element.scrollTop, top);
    });
    if (page)
      return [
        ...moves,
        () => {
          window.scrollTo(...page);
          return isNear(window.scrollY, page[1]);
        },
      ];
    if (hash !== '')
      return [
        ...moves,
        () => {
          const part = document.getElementById(hash);
          part?.scrollIntoView();
          return part !== null;
        },
      ];
    window.scrollTo(0, 0);
    return moves;
  };

  /** Ends the waiting for a page that is not long enough yet. */
  let stopWaiting: (() => void) | undefined;

  const waitFor = (moves: readonly (() => boolean)[]): void => {
    let left = moves.filter((move) => !move());
    if (left.length === 0) return;
    const observer = new MutationObserver(() => {
      left = left.filter((move) => !move());
      if (left.length === 0) stop();
    });
    const stop = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      for (const kind of BY_HAND) document.removeEventListener(kind, stop, true);
      stopWaiting = undefined;
    };
    const timer = setTimeout(stop, WAIT_MS);
    for (const kind of BY_HAND) document.addEventListener(kind, stop, true);
    observer.observe(document.body, { childList: true, subtree: true });
    stopWaiting = stop;
  };

  return {
    leave,
    arrive(from, to, hash) {
      stopWaiting?.();
      scrolled.clear();
      waitFor(wanted(from, to, hash));
    },
    watch(current) {
      const note = ({ target }: Event): void => {
        if (target) scrolled.add(target);
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
