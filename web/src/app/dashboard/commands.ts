// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the dashboard tells the server. */
import { api } from '../../api/client';

/** The person has read the welcome. */
export function markWelcomeRead(personId: string) {
  return api('put', '/api/person/first-login/{id}', { params: { path: { id: personId } } });
}
