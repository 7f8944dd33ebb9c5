// SPDX-License-Identifier: AGPL-3.0-or-later

// JSON as the lines of a tree: one line a value, those inside it only while it is open.

export interface Line {
  /** Where it stands: `3/ingredients/0`. */
  readonly path: string;
  readonly level: number;
  readonly name: string | undefined;
  /** The value, or what a closed value holds. */
  readonly text: string;
  /** Undefined for a value without parts. */
  readonly isOpen: boolean | undefined;
}

function parts(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((one, place) => [String(place), one] as const);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return undefined;
}

/** What a value holds, on one line. */
function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 90 ? text : `${text.slice(0, 89)}…`;
}

function add(
  lines: Line[],
  path: string,
  level: number,
  name: string | undefined,
  value: unknown,
  open: ReadonlySet<string>,
): void {
  const inside = parts(value);
  if (inside === undefined || inside.length === 0) {
    lines.push({ path, level, name, text: JSON.stringify(value), isOpen: undefined });
    return;
  }
  const isOpen = open.has(path);
  const [opens] = Array.isArray(value) ? '[' : '{';
  lines.push({ path, level, name, text: isOpen ? (opens ?? '') : brief(value), isOpen });
  if (!isOpen) return;
  for (const [key, one] of inside) {
    add(lines, `${path}/${key}`, level + 1, Array.isArray(value) ? undefined : `"${key}"`, one, open);
  }
}

/** The lines of rows; `from` is how many rows stand before the first. */
export function linesOf(items: readonly unknown[], from: number, open: ReadonlySet<string>): readonly Line[] {
  const lines: Line[] = [];
  for (const [place, item] of items.entries()) {
    const number = String(from + place + 1);
    add(lines, number, 1, number, item, open);
  }
  return lines;
}
