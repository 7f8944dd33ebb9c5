// SPDX-License-Identifier: AGPL-3.0-or-later

// The words of the states that the staff read, where patients read a gentler one.
import { statusStyle } from './statuses';

/** By code ("REJECTED") or by the word of a single medication ("Rejected"). */
export function staffLabel(code: string): string {
  return code.toUpperCase() === 'REJECTED' ? 'Rejected' : statusStyle(code).label;
}
