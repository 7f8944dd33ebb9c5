// SPDX-License-Identifier: AGPL-3.0-or-later

import { apiQuery } from '../../api/client';

/** Who else has the patient open; asking says that the page is open here. */
export function presenceOf(id: string) {
  return apiQuery('put', '/api/person/presence/{id}', { params: { path: { id } } });
}
