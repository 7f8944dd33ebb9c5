// SPDX-License-Identifier: AGPL-3.0-or-later

// What the record codes of remittances about claims mean (reference Teleplan 4).
const KINDS: readonly (readonly [string, string])[] = [
  ['S00', 'Changed by the data centre'],
  ['S01', 'Paid as billed'],
  ['S02', 'Paid with an explanation'],
  ['S03', 'Refused'],
  ['S04', 'Held'],
  ['C12', 'Refused at entry'],
];

/** "Paid as billed" of "S01"; the code itself when it is about no claim. */
export function kindText(kind: string): string {
  return KINDS.find(([code]) => code === kind)?.[1] ?? kind;
}

/** For a choice of one of them, or of all. */
export const KIND_CHOICES = [
  { value: '', label: 'All types' },
  ...KINDS.map(([value, text]) => ({ value, label: `${value} ${text}` })),
];
