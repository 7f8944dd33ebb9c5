// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Tells the style sheets how tall a strip is that stays at the top while the page scrolls under it. Its words may go on
 * in another line, and what stays under it begins where it ends: at `top: calc(52px + var(--s-stuck, 0px))`. What is
 * scrolled to is clear of all of them by `calc(52px + var(--s-stuck, 0px) + var(--s-stuck-under, 0px))`.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

type Name = '--s-stuck' | '--s-stuck-under';

export function useStuckHeight<Strip extends HTMLElement>(name: Name = '--s-stuck'): RefObject<Strip | null> {
  const strip = useRef<Strip>(null);
  useLayoutEffect(() => {
    const { current: watched } = strip;
    const main = watched?.closest('main');
    if (!watched || !main) return undefined;
    const tell = () => main.style.setProperty(name, `${watched.getBoundingClientRect().height}px`);
    tell();
    const watch = new ResizeObserver(tell);
    watch.observe(watched, { box: 'border-box' });
    return () => {
      watch.disconnect();
      main.style.removeProperty(name);
    };
  }, [name]);
  return strip;
}
