// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What changed between two texts, word by word: the longest run of words they
 * have in common stays, the rest was taken out or put in.
 */
interface Piece {
  readonly kind: 'same' | 'out' | 'in';
  readonly text: string;
}

/** Words, and what stands between them, so that the pieces together are the text again. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** More than this would be compared longer than anybody waits; then the whole text counts as changed. */
const MAX_CELLS = 4_000_000;

export function wordDiff(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end += 1;
  }
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    if (text === '') return;
    const last = pieces[pieces.length - 1];
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  add('same', old.slice(0, start).join(''));
  for (const [kind, text] of middle(old.slice(start, old.length - end), now.slice(start, now.length - end))) {
    add(kind, text);
  }
  add('same', old.slice(old.length - end).join(''));
  return pieces;
}

function middle(old: string[], now: string[]): [Piece['kind'], string][] {
  if (old.length * now.length > MAX_CELLS) {
    return [
      ['out', old.join('')],
      ['in', now.join('')],
    ];
  }
  // common[i][j]: how many words the rests from i and j have in common, at most.
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: [Piece['kind'], string][] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      found.push(['same', now[j] ?? '']);
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      found.push(['out', old[i] ?? '']);
      i += 1;
    } else {
      found.push(['in', now[j] ?? '']);
      j += 1;
    }
  }
  return found;
}
