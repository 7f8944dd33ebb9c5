// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is read of operations: what waits for the partner clinic, other work, the state of the installation. */
import { apiQuery } from '../../api/client';
import type { QueueState } from './labels';

const PAGE_SIZE = 20;

/** What waits for the partner clinic's record system. */
export function clinicQueue(state: QueueState, cursor: string | null) {
  return apiQuery('get', '/api/clinic-queue', { params: { query: { limit: PAGE_SIZE, state, cursor } } });
}

/** Sleep orders and laboratory results that wait for the staff. What changes the queue changes this. */
export function otherWork() {
  return apiQuery('get', '/api/other-work');
}

/** The state of the installation. */
export function operationsReport() {
  return apiQuery('get', '/api/operations');
}

/** What services have since the backup and that is not here. They are asked. */
export function restoreBooks() {
  return apiQuery('get', '/api/operations/restore/books');
}

/** What is held after a restore. */
export function restoreHold() {
  return apiQuery('get', '/api/operations/restore', { params: { query: { limit: 100 } } });
}
