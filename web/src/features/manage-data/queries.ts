// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of Manage Data. Imports are asked for again when the server tells that one moved on.
import { queryOptions } from '@tanstack/react-query';
import { call, callBlob } from '../../api/client';
import type { DataColumns, DataImport, DataImports, DataPage } from '../../api/types';

export const IMPORTS_KEY = ['import', 'list'] as const;

export function importList() {
  return queryOptions({
    queryKey: IMPORTS_KEY,
    queryFn: ({ signal }) => call<DataImports>('GET', '/manage-data/imports', undefined, { signal }),
  });
}

export function earlierImports(before: string): Promise<DataImports> {
  return call('GET', `/manage-data/imports?before=${encodeURIComponent(before)}`);
}

export function dataPage(resource: string, from: number) {
  return queryOptions({
    queryKey: ['data', 'display', resource, from],
    queryFn: ({ signal }) =>
      call<DataPage>(
        'GET',
        `/manage-data/display-data/${encodeURIComponent(resource)}?from=${from}`,
        undefined,
        { signal },
      ),
    placeholderData: (before) => (before?.resource === resource ? before : undefined),
  });
}

/** Bytes of a file that tell its columns. */
const START = 64 * 1024;

/** Which columns a list's file has, and which field each may be. Archives tell none. */
export async function columnsOf(collection: string, file: File): Promise<DataColumns | null> {
  if (!/\.(?:csv|txt|json)$/i.test(file.name)) return null;
  const start = await file.slice(0, START).text();
  return call('POST', '/manage-data/columns', { collection, start });
}

/** `map` has a line `street=address` for each column of another name. */
export function sendFiles(
  collection: string,
  files: readonly File[],
  map: string,
  idempotencyKey: string,
): Promise<DataImport> {
  const form = new FormData();
  form.append('collection', collection);
  if (map !== '') form.append('map', map);
  for (const file of files) form.append('file', file, file.name);
  return call('POST', '/manage-data/import-data', undefined, { form, idempotencyKey });
}

export function buildDrugs(): Promise<DataImport> {
  return call('GET', '/manage-data/build-drugs');
}

/** Goes on with a build that stopped because rules would match nothing. */
export function continueImport(id: string, reason: string, idempotencyKey: string): Promise<DataImport> {
  return call('PUT', `/manage-data/go-on/${id}`, { reason }, { idempotencyKey });
}

export function undoImport(id: string, idempotencyKey: string): Promise<DataImport> {
  return call('PUT', `/manage-data/undo/${id}`, undefined, { idempotencyKey });
}

export function cancelImport(id: string, idempotencyKey: string): Promise<DataImport> {
  return call('PUT', `/manage-data/cancel/${id}`, undefined, { idempotencyKey });
}

/** Saves the rows that an import left out, with line and reason. */
export async function saveSkipped(id: string): Promise<void> {
  const address = URL.createObjectURL(await callBlob(`/manage-data/skipped/${id}`));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'skipped-rows.csv';
  link.click();
  URL.revokeObjectURL(address);
}

/** What a failure says, in one sentence. */
export function failureMessage(failure: unknown): string {
  return `Error - ${failure instanceof Error ? failure.message : 'undefined system error'}`;
}
