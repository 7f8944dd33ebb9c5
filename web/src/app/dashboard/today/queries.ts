// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the first page of doctors and office staff reads. */
import { apiQuery } from '../../../api/client';

export function todayView() {
  return apiQuery('get', '/api/today');
}
