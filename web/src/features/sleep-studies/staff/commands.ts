// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the staff do with orders of sleep studies: fax another copy, give the fee
 * back, set what they know, and agree to sign the requests. The number dialled,
 * the pages and the amount are the server's own.
 */
import type { QueryClient } from '@tanstack/react-query';

import { api, secondsSincePress, withKey } from '../../../api/client';
import { ApiError } from '../../../api/failures';
import type { SleepAssessmentView, SleepStatus } from '../../../api/generated/schema';
import { refresh } from '../../../api/refresh';
import { pendingSleep } from './queries';

export function queueSleepFax({ _id: sleepAssessmentId, person }: SleepAssessmentView, key: string) {
  return api('post', '/api/fax/queue-sleep-assessment-fax', {
    body: { sleepAssessmentId, personId: person._id },
    headers: withKey(key),
  });
}

/** Takes a fax back that has not left; refused when it has. */
export async function undoSleepFax(faxId: string): Promise<void> {
  await api('put', '/api/fax/{id}/undo', { params: { path: { id: faxId } } });
}

export interface Refunded {
  /** How it stands; null while it can be taken back or is not known. */
  readonly view: SleepAssessmentView | null;
  /** Takes it back while it has not left. */
  readonly undo: (() => Promise<void>) | null;
  /** Seconds since it was pressed. */
  readonly gone: number;
}

/** Gives the fee back. It leaves some seconds later, and until then it can be taken back. */
export async function refundSleep(
  { _id: id, payment, person, refundable }: SleepAssessmentView,
  key: string,
): Promise<Refunded> {
  const chargeId = payment?.chargeId;
  if (!chargeId) return { view: null, undo: null, gone: 0 };
  const answer = await api('put', '/api/payment/refund', {
    body: { chargeId, amount: refundable },
    headers: withKey(key),
  });
  if (answer.state === 'waiting') {
    const undo = async () => {
      await api('put', '/api/payment/refund/undo', { body: { chargeId } });
    };
    return { view: null, undo, gone: secondsSincePress(answer) };
  }
  if (answer.state !== 'done') return { view: null, undo: null, gone: 0 };
  const view = await api('put', '/api/sleep-assessment/refund-success', {
    body: { id, personId: person._id },
  });
  return { view, undo: null, gone: 0 };
}

export function setSleepStatus({ _id: id, version }: SleepAssessmentView, status: SleepStatus, key: string) {
  return api('put', '/api/sleep-assessment/update-status', {
    body: { id, status, version },
    headers: withKey(key),
  });
}

/** The doctor's own agreement: the drawing is printed on every request from now on. */
export function signSleepRequests(strokes: number[][][], password: string, key: string) {
  return api('put', '/api/sleep-assessment/requester', {
    body: { strokes, password },
    headers: withKey(key),
  });
}

export function stopSleepRequests(key: string) {
  return api('delete', '/api/sleep-assessment/requester', { headers: withKey(key) });
}

/** The order as somebody else left it, out of a refusal because ours was stale; null for any other. */
export function newerThan(error: unknown): SleepAssessmentView | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return null;
  // The server's own view of the same order.
  return (error.current ?? null) as SleepAssessmentView | null;
}

/** Puts an order into the list that shows it, so that nothing waits for a second answer. */
export function cacheSleepOrder(client: QueryClient, order: SleepAssessmentView): void {
  client.setQueryData(pendingSleep(order.person._id).queryKey, (list) =>
    list?.map((one) => (one._id === order._id ? order : one)),
  );
  void refresh(client, 'sleep');
}
