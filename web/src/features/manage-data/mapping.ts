// SPDX-License-Identifier: AGPL-3.0-or-later

// Which column of a file stands for which field of a list, as the import takes it.
import type { ColumnsView } from '../../api/generated/schema';

/** The column chosen for each field, by the field's name; empty for none. */
export type Chosen = Readonly<Record<string, string>>;

/** What is proposed, to begin with. */
export function proposedMapping({ fields }: ColumnsView): Chosen {
  return Object.fromEntries(fields.map((field) => [field.name, field.column ?? '']));
}

/** The fields that are needed and have no column. */
export function missingFields({ fields }: ColumnsView, chosen: Chosen): readonly string[] {
  return fields
    .filter((field) => field.isNeeded && (chosen[field.name] ?? '') === '')
    .map(({ name }) => name);
}

/** The columns that were chosen for more than one field. */
export function chosenTwice(chosen: Chosen): readonly string[] {
  const columns = Object.values(chosen).filter((column) => column !== '');
  return [...new Set(columns.filter((column, at) => columns.indexOf(column) !== at))];
}

/** A line `street=address` for each field that has a column. */
export function mapText({ fields }: ColumnsView, chosen: Chosen): string {
  return fields
    .map(({ name }) => ({ name, column: chosen[name] ?? '' }))
    .filter(({ column }) => column !== '')
    .map(({ name, column }) => `${column}=${name}`)
    .join('\n');
}
