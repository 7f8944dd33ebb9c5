// SPDX-License-Identifier: AGPL-3.0-or-later

// Sums by month: their totals, their months, and as tables for spreadsheets.
import type { BalanceMonth, RemittanceMonth } from '../../api/generated/schema';
import type { Cell } from '../../ui/files/csv';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Nov" of "2026-11". */
export function shortMonth(month: string): string {
  return MONTHS[Number(month.slice(5)) - 1] ?? month;
}

/** Where the sum of all months stands. */
const TOTAL = 'Total';

/** How the row of the sums looks: the others look as usual. */
export function toneOf({ month }: { readonly month: string }): 'total' | undefined {
  return month === TOTAL ? 'total' : undefined;
}

/** "Nov 2026" of "2026-11". */
export function monthText(month: string): string {
  if (month === TOTAL) return TOTAL;
  return `${shortMonth(month)} ${month.slice(0, 4)}`;
}

export function balanceRows(rows: readonly BalanceMonth[]): readonly (readonly Cell[])[] {
  const head = ['Month', 'Bills', 'Billed', 'Paid', 'Refused', 'Outstanding', 'Overpaid'];
  const lines = rows.map((row) => [
    row.month,
    row.bills,
    { amount: row.billed },
    { amount: row.paid },
    { amount: row.refused },
    { amount: row.outstanding },
    { amount: row.overpaid },
  ]);
  return [head, ...lines];
}

export function paymentRows(rows: readonly RemittanceMonth[]): readonly (readonly Cell[])[] {
  const head = [
    'Month',
    'Records',
    'Billed',
    'Paid',
    'Refused',
    'Outstanding',
    'Overpaid',
    'Adjustments',
    'Not for this clinic',
  ];
  const lines = rows.map((row) => [
    row.month,
    row.records,
    { amount: row.billed },
    { amount: row.paid },
    { amount: row.refused },
    { amount: row.outstanding },
    { amount: row.overpaid },
    { amount: row.adjustments },
    { amount: row.otherPayees },
  ]);
  return [head, ...lines];
}

/** Whether anything came or went in a month: a list of months leaves the others out. */
export function isMoved(row: object): boolean {
  return Object.entries(row).some(([key, value]) => key !== 'month' && value !== 0);
}

/** The months, and after them their sum; amounts are added in cents, so that they add up. */
export function withTotal<Row extends { readonly month: string }>(rows: readonly Row[]): readonly Row[] {
  const [first] = rows;
  if (!first || rows.length < 2) return rows;
  const total: Record<string, unknown> = { month: TOTAL };
  for (const key of Object.keys(first)) {
    if (key === 'month') continue;
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[key as keyof Row]) * 100), 0);
    total[key] = cents / 100;
  }
  return [...rows, total as Row];
}
