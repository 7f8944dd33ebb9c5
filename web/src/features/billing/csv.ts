// SPDX-License-Identifier: AGPL-3.0-or-later

// The balance as a table for spreadsheets. A cell that begins like a formula is made a text.
import type { BalanceMonth } from '../../api/generated/schema';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Nov" of "2026-11". */
export function shortMonth(month: string): string {
  return MONTHS[Number(month.slice(5)) - 1] ?? month;
}

/** "Nov 2026" of "2026-11". */
export function monthText(month: string): string {
  return `${shortMonth(month)} ${month.slice(0, 4)}`;
}

/** A cell: quoted where it must be, and never a formula. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return value.toFixed(2);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function balanceCsv(rows: readonly BalanceMonth[]): string {
  const head = ['Month', 'Bills', 'Billed', 'Paid', 'Refused', 'Outstanding'];
  const lines = rows.map((row) =>
    [
      csvCell(row.month),
      String(row.bills),
      csvCell(row.billed),
      csvCell(row.paid),
      csvCell(row.refused),
      csvCell(row.outstanding),
    ].join(','),
  );
  return `${[head.join(','), ...lines].join('\r\n')}\r\n`;
}
