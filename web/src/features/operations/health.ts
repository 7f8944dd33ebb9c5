// SPDX-License-Identifier: AGPL-3.0-or-later

// How large something is, what is checked and why jobs failed, in words.
import type { OperationsReport } from '../../api/generated/schema';

/** What the checks look at, for who is told that they found nothing. */
export const CHECKED =
  'Checked: settings, jobs, outside services, faxes, payments, claims, backups, the audit, disks and the database.';

const UNITS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** `1.4 GB`, which never part. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([least]) => bytes >= least);
  return unit === undefined ? `${bytes}\u{A0}B` : `${(bytes / unit[0]).toFixed(1)}\u{A0}${unit[1]}`;
}

/** Why jobs of a kind failed: those that are still tried, and those that were given up. */
export function whyTexts({
  why,
  whyGivenUp,
}: Pick<OperationsReport['jobs'][number], 'why' | 'whyGivenUp'>): readonly string[] {
  return [why, whyGivenUp === null ? null : `Given up: ${whyGivenUp}`].filter((text) => text !== null);
}
