// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Tells the style sheets how tall a strip is that stays at the top while the page scrolls under it. Its words may go on
 * in another line, and what stays under it begins where it ends: at `top: calc(52px + var(--s-stuck, 0px))`.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useStuckHeight<Strip extends HTMLElement>(): RefObject<Strip | null> {
  const strip = useRef<Strip>(null);
  useLayoutEffect(() => {
    const { current: watched } = strip;
    const main = watched?.closest('main');
    if (!watched || !main) return undefined;
    const tell = () => main.style.setProperty('--s-stuck', `${watched.getBoundingClientRect().height}px`);
    tell();
    const watch = new ResizeObserver(tell);
    watch.observe(watched, { box: 'border-box' });
    return () => {
      watch.disconnect();
      main.style.removeProperty('--s-stuck');
    };
  }, []);
  return strip;
}
