// SPDX-License-Identifier: AGPL-3.0-or-later

// Tables for spreadsheets, the only place of the web app that writes CSV. A text that begins like a formula gets an
// apostrophe, which makes it a text again; a number is written as it is. The server's counterpart is
// crates/platform/src/api/csv.rs; both are held to csv_cases.json.
import { saveFile } from './saveFile';

/** What begins a formula, or what a spreadsheet drops before it looks for one. */
const FORMULA = '=+-@\t\r\n\0＝＋－＠';
/** What may stand before a formula without ending it: blanks and quotes. */
const PASSED_OVER = ' \u00a0\u2009\u200b\u202f\u3000\ufeff"\'‘’“”';

/** A number is written as it is, an amount with its cents. */
export type Cell = string | number | { readonly amount: number };

/** The text as no spreadsheet calculates it. */
export function guarded(text: string): string {
  const first = [...text].find((letter) => !PASSED_OVER.includes(letter));
  return first !== undefined && FORMULA.includes(first) ? `'${text}` : text;
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.amount.toFixed(2);
  const text = guarded(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table with its header, as RFC 4180 says. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

/** Has the browser keep a table under a name. */
export function saveCsv(rows: readonly (readonly Cell[])[], name: string): void {
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name);
}
