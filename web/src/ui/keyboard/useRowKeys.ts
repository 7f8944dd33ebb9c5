// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * j and k walk the links of a list, o opens the one in focus; Enter is the
 * link's own. Works on any list whose rows hold one link each.
 */
import type { RefObject } from 'react';

import { useSingleKeys } from './useSingleKeys';

/** `selector` finds the link of each row inside the list. */
export function useRowKeys(list: RefObject<HTMLElement | null>, selector: string): void {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const move = (by: number) => {
    const all = links();
    const here = all.findIndex((link) => link === document.activeElement);
    all[here < 0 ? 0 : Math.min(all.length - 1, Math.max(0, here + by))]?.focus();
  };
  useSingleKeys({
    j: () => {
      move(1);
    },
    k: () => {
      move(-1);
    },
    o: () => {
      links()
        .find((link) => link === document.activeElement)
        ?.click();
    },
  });
}
