// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the staff do with orders of sleep studies: fax another copy, give the fee
 * back, set what they know. The number dialled, the pages and the amount are the
 * server's own.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { call, callBlob } from '../../../api/client';
import { ApiError } from '../../../api/failures';
import { keys } from '../../../api/queries';
import type { SleepAssessment, SleepInfo } from '../../../api/types';
import { readSleepOrders } from '../calls';

/** Orders that are not finished, and for a day those that were faxed or refunded. */
export function pendingSleep(personId: string) {
  return queryOptions({
    queryKey: keys.sleepPending(personId),
    queryFn: ({ signal }) =>
      call<SleepAssessment[]>('GET', `/sleep-assessment/pending-by-person/${personId}`, undefined, {
        signal,
      }),
  });
}

/** The newest of a patient's answers. */
export function newestSleepInfo(personId: string) {
  return queryOptions({
    queryKey: keys.sleepInfo(personId),
    queryFn: async ({ signal }) => {
      const versions = await call<SleepInfo[]>('GET', `/sleep-info/person/${personId}`, undefined, {
        signal,
      });
      return versions[0] ?? null;
    },
  });
}

/** All orders, for the history. */
export function allSleepOrders(personId: string) {
  return queryOptions({
    queryKey: keys.sleepOrders(personId),
    queryFn: ({ signal }) => readSleepOrders(personId, signal),
  });
}

/** The request as it is faxed; before it is made, the anonymous sheet. */
export function sleepRequest(order: SleepAssessment) {
  return queryOptions({
    queryKey: keys.sleepPreview(order._id, 'staff', order.hasRequest ? 'request' : 'preliminary'),
    queryFn: ({ signal }) => callBlob(`/sleep-assessment/document/${order._id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function queueSleepFax(order: SleepAssessment, idempotencyKey: string): Promise<SleepAssessment> {
  return call<SleepAssessment>(
    'POST',
    '/fax/queue-sleep-assessment-fax',
    { sleepAssessmentId: order._id, personId: order.person._id },
    { idempotencyKey },
  );
}

/** Takes a fax back that has not left; refused when it has. */
export async function undoSleepFax(faxId: string): Promise<void> {
  await call<void>('PUT', `/fax/undo/${faxId}`);
}

export interface Refunded {
  /** How it stands; null while it can be taken back or is not known. */
  readonly view: SleepAssessment | null;
  /** Takes it back while it has not left. */
  readonly undo: (() => Promise<void>) | null;
}

/** Gives the fee back. It leaves some seconds later, and until then it can be taken back. */
export async function refundSleep(order: SleepAssessment): Promise<Refunded> {
  const chargeId = order.payment?.chargeId;
  if (!chargeId) return { view: null, undo: null };
  const answer = await call<{ state: string }>('PUT', '/payment/refund', {
    chargeId,
    amount: order.refundable,
  });
  if (answer.state === 'waiting') {
    const undo = async () => {
      await call<void>('PUT', '/payment/refund/undo', { chargeId });
    };
    return { view: null, undo };
  }
  if (answer.state !== 'done') return { view: null, undo: null };
  const view = await call<SleepAssessment>('PUT', '/sleep-assessment/refund-success', {
    id: order._id,
    personId: order.person._id,
  });
  return { view, undo: null };
}

export function setSleepStatus(
  order: SleepAssessment,
  status: string,
  idempotencyKey: string,
): Promise<SleepAssessment> {
  return call<SleepAssessment>(
    'PUT',
    '/sleep-assessment/update-status',
    { id: order._id, status, version: order.version },
    { idempotencyKey },
  );
}

/** The order as somebody else left it, out of a refusal because ours was stale; null for any other. */
export function newerThan(error: unknown): SleepAssessment | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return null;
  // The server's own view of the same order.
  return (error.current ?? null) as SleepAssessment | null;
}

/** Puts an order into the list that shows it, so that nothing waits for a second answer. */
export function cacheSleepOrder(client: QueryClient, order: SleepAssessment): void {
  client.setQueryData<SleepAssessment[]>(keys.sleepPending(order.person._id), (list) =>
    list?.map((one) => (one._id === order._id ? order : one)),
  );
  void client.invalidateQueries({ queryKey: keys.sleepOrders(order.person._id) });
}
