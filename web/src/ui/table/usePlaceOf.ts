// SPDX-License-Identifier: AGPL-3.0-or-later

// Where one is in a list, as long as it is that list. Which list it is, is often in the address: the browser's
// Back leads to another one without any press of ours, and a cursor is of no use there.
import { useState } from 'react';

/** What the query of a page tells: the rows before are on screen while the next ones load. */
export interface PageQuery {
  readonly data: { readonly nextCursor: string | null } | undefined;
  readonly isPlaceholderData: boolean;
}

/** `list` is what the list is asked with. A place belongs to it alone: another list begins at `start`. */
export function usePlaceOf<Place>(list: unknown, start: Place) {
  const of = JSON.stringify(list);
  const [kept, setKept] = useState({ of, place: start });
  const isAnother = kept.of !== of;
  // At once, so that nobody who goes there and back finds the old place again.
  if (isAnother) setKept({ of, place: start });
  return [isAnother ? start : kept.place, (place: Place) => setKept({ of, place })] as const;
}
