// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The calls of the review queue: the list of all pending work, and claiming,
 * releasing and taking over a patient. A claim tells colleagues; it forbids
 * nothing.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { call } from '../../../api/client';
import { ApiError } from '../../../api/failures';
import { keys } from '../../../api/queries';
import type { Claim, ClaimedPatient, QueueList, QueueWork } from '../../../api/types';

export type QueueFilter = 'all' | 'mine' | 'unclaimed';
/** A page of the queue; an empty cursor is its beginning. */
export function queuePage(
  ask: { filter: QueueFilter; work: QueueWork | null; cursor: string; limit: number },
  signal: AbortSignal,
): Promise<QueueList> {
  const query = new URLSearchParams({ filter: ask.filter, limit: String(ask.limit) });
  if (ask.work) query.set('work', ask.work);
  if (ask.cursor !== '') query.set('cursor', ask.cursor);
  return call<QueueList>('GET', `/prescription/queue?${query}`, undefined, { signal });
}

/** Who has a patient's work. */
export function claimOf(personId: string) {
  return queryOptions({
    queryKey: keys.claim(personId),
    queryFn: ({ signal }) =>
      call<ClaimedPatient>('GET', `/prescription/claim/${personId}`, undefined, { signal }),
  });
}

function cacheClaim(client: QueryClient, claimed: ClaimedPatient): ClaimedPatient {
  if (claimed.personId) client.setQueryData(keys.claim(claimed.personId), claimed);
  return claimed;
}

/** Takes a patient; refused while a colleague has them, unless that was confirmed. */
export async function claimPatient(
  client: QueryClient,
  personId: string,
  takeOver = false,
): Promise<ClaimedPatient> {
  return cacheClaim(client, await call<ClaimedPatient>('PUT', '/prescription/claim', { personId, takeOver }));
}

export async function releasePatient(client: QueryClient, personId: string): Promise<ClaimedPatient> {
  return cacheClaim(client, await call<ClaimedPatient>('PUT', '/prescription/release', { personId }));
}

/** Takes the patient who has waited longest of those nobody has; nobody when none waits. */
export async function claimNext(client: QueryClient, after: string | null): Promise<string | null> {
  const answer = await call<ClaimedPatient>('PUT', '/prescription/claim-next', after ? { after } : {});
  return cacheClaim(client, answer).personId;
}

/** Who was quicker, out of a refused claim; null for any other failure. */
export function claimedBy(error: unknown): Claim | null {
  if (!(error instanceof ApiError) || error.code !== 'CLAIMED') return null;
  const current = error.current;
  if (typeof current !== 'object' || current === null || !('claim' in current)) return null;
  const { claim: theirs } = current;
  return isClaim(theirs) ? theirs : null;
}

function isClaim(value: unknown): value is Claim {
  return typeof value === 'object' && value !== null && 'by' in value && 'at' in value;
}
