// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The fax calls staff use: the cover as it will leave, queueing, and that the
 * pharmacy was asked about its number. Sending, polling and retrying are the
 * server's; what was sent is shown from the prescription's own view.
 */
import { queryOptions } from '@tanstack/react-query';

import { call, callBlob } from '../../api/client';
import type { PrescriptionView } from '../../api/types';

/** The cover page before it leaves. `state` names what it was drawn from, so that a change redraws it. */
export function coverQuery(prescriptionId: string, state: string) {
  return queryOptions({
    queryKey: ['document', 'cover', prescriptionId, state],
    queryFn: ({ signal }) => callBlob(`/fax/cover/${prescriptionId}`, { signal }),
  });
}

/**
 * Queues the fax. The number and the pages are the server's own (decisions 96,
 * 97 and 140), so nothing but the prescription is named.
 */
export function queuePrescriptionFax(
  prescriptionId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'POST',
    '/fax/queue-prescription-fax',
    { prescriptionId },
    { idempotencyKey },
  );
}

/** Records that the pharmacy said by telephone that this number is its own; refused when another stands there now. */
export function verifyNumber(
  prescriptionId: string,
  number: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  return call<PrescriptionView>(
    'PUT',
    '/prescription/verify-number',
    { prescriptionId, number },
    { idempotencyKey },
  );
}

/** Takes a fax back that has not left; refused when it has. */
export async function undoFax(faxId: string): Promise<void> {
  await call<void>('PUT', `/fax/undo/${faxId}`);
}
