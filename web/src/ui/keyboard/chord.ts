// SPDX-License-Identifier: AGPL-3.0-or-later

/** A key with Ctrl, Cmd or Alt held: the browser's or the system's, never taken by a field that filters keys. */
export function isChord(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}
