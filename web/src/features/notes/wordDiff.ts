// SPDX-License-Identifier: AGPL-3.0-or-later

import { diffArrays } from 'diff';

/** A part of both texts, of the earlier one alone, or of the later one alone. */
interface Piece {
  readonly kind: 'same' | 'out' | 'in';
  readonly text: string;
}

/** Words, and what stands between them, so that the pieces together are the text again. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** With more changes than this it would be compared longer than anybody waits; the whole text counts as changed. */
const MAX_CHANGES = 2000;

/** What changed between two texts, word by word. */
export function wordDiff(before: string, after: string): Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_CHANGES }) ?? [
    { removed: true, added: false, value: [before] },
    { removed: false, added: true, value: [after] },
  ];
  return changes.map(({ removed, added, value }) => ({
    kind: removed ? 'out' : added ? 'in' : 'same',
    text: value.join(''),
  }));
}
