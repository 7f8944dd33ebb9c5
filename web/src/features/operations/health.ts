// SPDX-License-Identifier: AGPL-3.0-or-later

// How large something is, in words.
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
