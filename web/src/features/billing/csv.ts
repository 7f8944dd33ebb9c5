// SPDX-License-Identifier: AGPL-3.0-or-later

// The balance as a table for spreadsheets, and its months.
import type { BalanceMonth } from '../../api/generated/schema';
import type { Cell } from '../../ui/files/csv';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Nov" of "2026-11". */
export function shortMonth(month: string): string {
  return MONTHS[Number(month.slice(5)) - 1] ?? month;
}

/** "Nov 2026" of "2026-11". */
export function monthText(month: string): string {
  return `${shortMonth(month)} ${month.slice(0, 4)}`;
}

export function balanceRows(rows: readonly BalanceMonth[]): readonly (readonly Cell[])[] {
  const head = ['Month', 'Bills', 'Billed', 'Paid', 'Refused', 'Outstanding'];
  const lines = rows.map((row) => [
    row.month,
    row.bills,
    { amount: row.billed },
    { amount: row.paid },
    { amount: row.refused },
    { amount: row.outstanding },
  ]);
  return [head, ...lines];
}
