// SPDX-License-Identifier: AGPL-3.0-or-later

// The entries of a list to choose from, as the browser draws it.

/** What a list shows as long as nothing is chosen. */
const CHOOSE = { value: '', label: 'Choose' } as const;

/** "Choose" as long as nothing is chosen: what was chosen can be changed, not taken back. */
export function choicesFor(value: string, choices: readonly string[]) {
  return value === '' ? [CHOOSE, ...choices] : [...choices];
}

/** "Choose" first: nothing is an answer too. */
export function choicesOrNone<T extends string | { value: string; label: string }>(choices: readonly T[]) {
  return [CHOOSE, ...choices];
}
