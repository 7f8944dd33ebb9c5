// SPDX-License-Identifier: AGPL-3.0-or-later

/** The calls on what waits for the partner clinic, and its words. */
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { ClinicQueue, PersonView, WaitingJob } from '../../api/types';

const PAGE_SIZE = 20;

export type QueueState = 'waiting' | 'givenUp' | 'done';

export function isQueueState(text: string | undefined): text is QueueState {
  return text === 'waiting' || text === 'givenUp' || text === 'done';
}

export function clinicQueue(state: QueueState, cursor: string | null) {
  return queryOptions({
    queryKey: keys.clinicQueue(state, cursor),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), state });
      if (cursor !== null) query.set('cursor', cursor);
      return call<ClinicQueue>('GET', `/clinic-queue?${query}`, undefined, { signal });
    },
  });
}

export function retryNow(id: string, idempotencyKey: string): Promise<WaitingJob> {
  return call<WaitingJob>('PUT', `/clinic-queue/retry/${id}`, {}, { idempotencyKey });
}

export function giveUp(id: string, reason: string, idempotencyKey: string): Promise<WaitingJob> {
  return call<WaitingJob>('PUT', `/clinic-queue/give-up/${id}`, { reason }, { idempotencyKey });
}

export function askNow(idempotencyKey: string): Promise<{ waiting: number }> {
  return call<{ waiting: number }>('PUT', '/clinic-queue/wake', {}, { idempotencyKey });
}

export function enterNumber(
  personId: string,
  demographicNo: string,
  idempotencyKey: string,
): Promise<PersonView> {
  return call<PersonView>('POST', `/person/demographic/${personId}`, { demographicNo }, { idempotencyKey });
}

export const REASONS = [
  { value: 'byHand', label: 'It was entered at the clinic by hand' },
  { value: 'notNeeded', label: 'It is not needed any more' },
  { value: 'otherChart', label: 'The clinic has this patient under another number' },
  { value: 'other', label: 'Another reason' },
] as const;

/** Why it waits, for a row without words of its own. */
export function whyText(job: WaitingJob, resting: boolean): string {
  if (job.why !== null) return job.why;
  if (job.state === 'running') return 'It is being sent now.';
  if (job.state === 'done') return '';
  return resting
    ? "It is waiting for the clinic's record system to answer again."
    : 'It is about to be sent.';
}
