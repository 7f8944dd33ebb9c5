// SPDX-License-Identifier: AGPL-3.0-or-later

/** Claiming, releasing and taking over a patient of the queue. A claim tells colleagues; it forbids nothing. */
import type { QueryClient } from '@tanstack/react-query';

import { api } from '../../../api/client';
import { ApiError } from '../../../api/failures';
import type { ClaimedView, ClaimView } from '../../../api/generated/schema';
import { claimOf } from './queries';

function cacheClaim(client: QueryClient, claimed: ClaimedView): ClaimedView {
  if (claimed.personId) client.setQueryData(claimOf(claimed.personId).queryKey, claimed);
  return claimed;
}

/** Takes a patient; refused while a colleague has them, unless that was confirmed. */
export async function claimPatient(
  client: QueryClient,
  personId: string,
  takeOver = false,
): Promise<ClaimedView> {
  return cacheClaim(client, await api('put', '/api/prescription/claim', { body: { personId, takeOver } }));
}

export async function releasePatient(client: QueryClient, personId: string): Promise<ClaimedView> {
  return cacheClaim(client, await api('put', '/api/prescription/release', { body: { personId } }));
}

/** Takes the patient whose time runs out first of those nobody has; nobody when none waits. */
export async function claimNext(client: QueryClient, after: string | null): Promise<string | null> {
  const body = { after: after ?? undefined };
  return cacheClaim(client, await api('put', '/api/prescription/claim-next', { body })).personId;
}

/** Who was quicker, out of a refused claim; null for any other failure. */
export function claimedBy(error: unknown): ClaimView | null {
  if (!(error instanceof ApiError) || error.code !== 'CLAIMED') return null;
  const current = error.current;
  if (typeof current !== 'object' || current === null || !('claim' in current)) return null;
  const { claim: theirs } = current;
  return isClaim(theirs) ? theirs : null;
}

function isClaim(value: unknown): value is ClaimView {
  return typeof value === 'object' && value !== null && 'by' in value && 'at' in value;
}
