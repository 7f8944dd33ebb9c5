// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read on Manage Data. Imports are asked for again when the server tells that one moved on. */
import { api, apiQuery } from '../../api/client';
import type { DataPage } from '../../api/generated/schema';

/** The newest imports, and the one at work. */
export function importList() {
  return apiQuery('get', '/api/manage-data/imports');
}

/** The next page of imports, read when somebody asks for more. */
export function earlierImports(cursor: string) {
  return api('get', '/api/manage-data/imports', { params: { query: { cursor } } });
}

/** What a resource holds: its first page, or the one that a cursor names. */
export function dataPage(resource: string, cursor: string | undefined) {
  const params = { path: { x: resource }, query: cursor === undefined ? {} : { cursor } };
  return {
    ...apiQuery('get', '/api/manage-data/display-data/{x}', { params }),
    placeholderData: (before?: DataPage) => (before?.resource === resource ? before : undefined),
  };
}

/** The rows that an import left out, with line and reason. */
export function skippedRows(id: string) {
  return api('get', '/api/manage-data/skipped/{id}', { params: { path: { id } }, parseAs: 'blob' });
}
