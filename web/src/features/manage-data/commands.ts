// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is done on Manage Data: files in, Build Drugs, going on, undoing and calling off. */
import { api, formOf, withKey } from '../../api/client';
import type { ColumnsView } from '../../api/generated/schema';
import { saveFile } from '../../ui/files/saveFile';
import { skippedRows } from './queries';

/** Bytes of a file that tell its columns. */
const START = 64 * 1024;

/** Which columns a list's file has, and which field each may be. Archives tell none. */
export async function columnsOf(collection: string, file: File): Promise<ColumnsView | null> {
  if (!/\.(?:csv|txt|json)$/i.test(file.name)) return null;
  const start = await file.slice(0, START).text();
  return api('post', '/api/manage-data/columns', { body: { collection, start } });
}

/** `map` has a line `street=address` for each column of another name. */
export function sendFiles(collection: string, files: readonly File[], map: string, key: string) {
  return api('post', '/api/manage-data/import-data', {
    body: { collection, map: map === '' ? undefined : map, file: [...files] },
    bodySerializer: formOf,
    headers: withKey(key),
  });
}

/** Joins the resources into the searchable list. */
export function buildDrugs() {
  return api('get', '/api/manage-data/build-drugs');
}

/** Goes on with a build that stopped because rules would match nothing. */
export function continueImport(id: string, reason: string, key: string) {
  return api('put', '/api/manage-data/go-on/{id}', {
    params: { path: { id } },
    body: { reason },
    headers: withKey(key),
  });
}

/** Brings back what was there before an import. */
export function undoImport(id: string, key: string) {
  return api('put', '/api/manage-data/undo/{id}', { params: { path: { id } }, headers: withKey(key) });
}

/** Calls off the import at work. */
export function cancelImport(id: string, key: string) {
  return api('put', '/api/manage-data/cancel/{id}', { params: { path: { id } }, headers: withKey(key) });
}

/** Saves the rows that an import left out. */
export async function saveSkipped(id: string): Promise<void> {
  saveFile(await skippedRows(id), 'skipped-rows.csv');
}
