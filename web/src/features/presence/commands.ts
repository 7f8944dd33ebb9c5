// SPDX-License-Identifier: AGPL-3.0-or-later

import { api } from '../../api/client';

/** Says that the patient's page was left, also while the browser closes it. */
export async function leavePatient(id: string): Promise<void> {
  await api('delete', '/api/person/presence/{id}', { params: { path: { id } }, keepalive: true });
}
