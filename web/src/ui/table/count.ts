// SPDX-License-Identifier: AGPL-3.0-or-later

/** "1,204", or "10,000+" of what was counted no further. */
export function formatCount(counted: number, atLeast: boolean): string {
  return `${counted.toLocaleString('en-CA')}${atLeast ? '+' : ''}`;
}
