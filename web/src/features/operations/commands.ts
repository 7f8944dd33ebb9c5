// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is done about work that waits: trying it now, giving it up, asking the clinic, entering its number. */
import { api, withKey } from '../../api/client';
import type { Decide, GiveUp, TakeOverEntry } from '../../api/generated/schema';

/** Has one piece of work tried now. */
export function retryNow(id: string, key: string) {
  return api('put', '/api/clinic-queue/retry/{id}', { params: { path: { id } }, headers: withKey(key) });
}

/** Gives one piece of work up, with a reason. */
export function giveUp(id: string, reason: GiveUp['reason'], key: string) {
  return api('put', '/api/clinic-queue/give-up/{id}', {
    params: { path: { id } },
    body: { reason },
    headers: withKey(key),
  });
}

/** Asks the clinic's record system at once, before its pause ends. */
export function askNow(key: string) {
  return api('put', '/api/clinic-queue/wake', { headers: withKey(key) });
}

/** Enters the number that the clinic's own screen shows for a patient. */
export function enterNumber(personId: string, demographicNo: string, key: string) {
  return api('post', '/api/person/demographic/{id}', {
    params: { path: { id: personId } },
    body: { demographicNo },
    headers: withKey(key),
  });
}

/** Why something held after a restore is released or taken over. */
export type Decision = Decide['reason'];

/** Releases everything that is held after a restore. */
export function releaseAll(reason: Decision, key: string) {
  return api('put', '/api/operations/restore/release', { body: { reason }, headers: withKey(key) });
}

/** Releases one held effect: it is sent, unless its service has it. */
export function releaseHeld(id: string, reason: Decision, key: string) {
  return api('put', '/api/operations/restore/release/{id}', {
    params: { path: { id } },
    body: { reason },
    headers: withKey(key),
  });
}

/** Records that a held effect happened after the backup was made. */
export function takeOver(id: string, reason: Decision, key: string) {
  return api('put', '/api/operations/restore/take-over/{id}', {
    params: { path: { id } },
    body: { reason },
    headers: withKey(key),
  });
}

/** Records a charge or refund that the card service has. */
export function takeOverEntry(entry: TakeOverEntry, key: string) {
  return api('put', '/api/operations/restore/books', { body: entry, headers: withKey(key) });
}

/** Has work of one kind that failed tried now. */
export function retryKind(kind: string, key: string) {
  return api('put', '/api/operations/retry/{kind}', { params: { path: { kind } }, headers: withKey(key) });
}
