// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the palette asks the server: which patients a text finds. */
import { apiQuery } from '../../api/client';

export function patientsFound(key: string) {
  return apiQuery('get', '/api/person/search-key/{key}', { params: { path: { key } } });
}
