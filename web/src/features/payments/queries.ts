// SPDX-License-Identifier: AGPL-3.0-or-later

import { api, apiQuery } from '../../api/client';

function prescriptionById(id: string) {
  return { params: { path: { id } } };
}

export function prescriptionQuery(id: string) {
  return apiQuery('get', '/api/prescription/{id}', prescriptionById(id));
}

/** The newest state of the request, asked while an outcome is unknown. */
export function readPrescription(id: string) {
  return api('get', '/api/prescription/{id}', prescriptionById(id));
}
