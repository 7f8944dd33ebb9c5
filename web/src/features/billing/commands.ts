// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is done in billing the plan: bills, what is remembered for a class, claims, remittance, the password. */
import { api, newIdempotencyKey, withKey } from '../../api/client';
import type { BillChange, BillObj, RememberForClass } from '../../api/generated/schema';

/** Bills a visit; one that was billed already is answered, and not billed again. */
export function createBill(billObj: BillObj, key: string) {
  return api('post', '/api/tele-plan/bill', { body: { billObj }, headers: withKey(key) });
}

/** Remembers a code or a question; one that stands there already is not replaced unseen. */
export function rememberForClass(body: RememberForClass, key = newIdempotencyKey()) {
  return api('post', '/api/medication-bill', { body, headers: withKey(key) });
}

/** The form of the Medication ICD page. */
export function saveClass(body: RememberForClass, key: string) {
  return api('post', '/api/medication-bill/add', { body, headers: withKey(key) });
}

/** Forgets the code and the question of a class. */
export async function forgetClass(id: string, key: string): Promise<void> {
  await api('delete', '/api/medication-bill/{id}', { params: { path: { id } }, headers: withKey(key) });
}

/** Puts the bills that wait into a file of claims, and sends it. */
export function sendUnsent(key: string) {
  return api('post', '/api/tele-plan/send-unsent-bills', { headers: withKey(key) });
}

/** Fetches what the plan has for us. */
export function pullLatest(key: string) {
  return api('post', '/api/tele-plan/pull-latest-remittance', { headers: withKey(key) });
}

/** Takes a file again that was set aside; `allTheSame` takes it with what is there. */
export function retryFile(id: string, allTheSame: boolean, key: string) {
  return api('post', '/api/tele-plan/remittance-files/{id}/take-again', {
    params: { path: { id } },
    body: { allTheSame },
    headers: withKey(key),
  });
}

/** Without a folio: the line belongs to no bill of ours. */
export function settleException(id: string, folio: string, key: string) {
  return api('put', '/api/tele-plan/remittance-exceptions/{id}', {
    params: { path: { id } },
    body: { folio: folio === '' ? undefined : folio },
    headers: withKey(key),
  });
}

/** Many lines that belong to no bill of ours. */
export function noneOfOurs(ids: readonly string[], key: string) {
  return api('put', '/api/tele-plan/remittance-exceptions', {
    body: { ids: [...ids] },
    headers: withKey(key),
  });
}

/** Changes a bill as it was seen; refused when somebody else changed it meanwhile. */
export function changeBill(id: string, billObj: BillChange, version: number, key: string) {
  return api('put', '/api/tele-plan/bill/{id}', {
    params: { path: { id } },
    body: { billObj, version },
    headers: withKey(key),
  });
}

/** Sends a mended bill again, with the next file of claims. */
export function resubmitBill(id: string, version: number, key: string) {
  return api('put', '/api/tele-plan/bill/{id}/resubmit', {
    params: { path: { id } },
    body: { version },
    headers: withKey(key),
  });
}

/** Changes the password at Teleplan and here. */
export function changeTeleplanPassword(password: string, confirm: string, key: string) {
  return api('post', '/api/tele-plan/password', { body: { password, confirm }, headers: withKey(key) });
}
