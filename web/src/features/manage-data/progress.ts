// SPDX-License-Identifier: AGPL-3.0-or-later

// How far an import is, in words: percent, and what is left of it at its present speed.

interface Moving {
  readonly rowsTotal: number;
  readonly rowsDone: number;
  readonly stage: string;
}

/** The steps of an import, and which of them is under way. */
const STAGES = ['received', 'checking', 'writing', 'switching'] as const;

const LABELS: Readonly<Record<(typeof STAGES)[number], string>> = {
  received: 'File received',
  checking: 'Checked',
  writing: 'Writing rows',
  switching: 'Index rebuilt',
};

export interface Step {
  readonly label: string;
  readonly state: 'done' | 'current' | 'todo';
}

export function importSteps(stage: string): readonly Step[] {
  const at = Math.max(
    1,
    STAGES.findIndex((one) => one === stage),
  );
  return STAGES.map((one, place) => ({
    label: LABELS[one],
    state: place < at ? 'done' : place === at ? 'current' : 'todo',
  }));
}

export function percentDone({ rowsTotal, rowsDone, stage }: Moving): number {
  if (stage === 'switching') return 99;
  if (rowsTotal === 0) return 0;
  return Math.min(99, Math.floor((rowsDone / rowsTotal) * 100));
}

/** "About 40 s left", from the speed since this page first saw it; none while that is not known. */
export function timeLeft(
  { rowsTotal, rowsDone }: Moving,
  seen: { readonly at: number; readonly rows: number },
  now: number,
): string | undefined {
  const seconds = (now - seen.at) / 1000;
  const rows = rowsDone - seen.rows;
  if (seconds < 1 || rows <= 0 || rowsTotal <= rowsDone) return undefined;
  const rest = Math.ceil(((rowsTotal - rowsDone) / rows) * seconds);
  return rest < 90 ? `About ${rest} s left` : `About ${Math.ceil(rest / 60)} min left`;
}

/** `18.4 MB`, which never part. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}\u{A0}B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)}\u{A0}KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)}\u{A0}MB`;
}

export function formatCount(rows: number): string {
  return rows.toLocaleString('en-CA');
}
