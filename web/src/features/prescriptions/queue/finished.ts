// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a doctor finished since the patient was opened, and its sum in one sentence: decided, sent, paid back.
 * What a colleague finished meanwhile, or what was finished before, is not counted.
 */
import { useState } from 'react';

import type { PrescriptionView } from '../../../api/generated/schema';
import { formatMoney } from '../../../ui/format';
import { tally } from '../review/lines';
import { isOpen } from '../review/queries';

/**
 * Whether nothing is left to do on it: also while its fax waits some seconds to be taken back, unless money is to go
 * back then.
 */
export function isDone(prescription: PrescriptionView): boolean {
  const { work, fax, canRefund } = prescription;
  const isLeaving = fax?.state === 'queued' || fax?.state === 'sending';
  return !isOpen(prescription) || (work === 'send' && isLeaving && !canRefund);
}

/** Those that were open while this page was, are done, and have a decision or the signature of `doctor`. */
export function useFinishedHere(
  prescriptions: readonly PrescriptionView[] | undefined,
  doctor: string,
): readonly PrescriptionView[] {
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  const all = prescriptions ?? [];
  const added = all.filter((one) => isOpen(one) && !begun.has(one._id));
  if (added.length > 0) setBegun(new Set([...begun, ...added.map((one) => one._id)]));
  return all.filter((one) => begun.has(one._id) && isDone(one) && isBy(one, doctor));
}

function isBy({ medications, signature }: PrescriptionView, doctor: string): boolean {
  return signature?.signedBy._id === doctor || medications.some(({ decidedBy }) => decidedBy?._id === doctor);
}

/** "2 approved, 1 rejected, fax on its way to Tidewater Pharmacy, $10.00 refunded." */
export function sumOf(finished: readonly PrescriptionView[]): string {
  const lines = tally({ medications: finished.flatMap(({ medications }) => medications) });
  const parts = [
    lines.approved > 0 ? `${lines.approved} approved` : '',
    lines.rejected > 0 ? `${lines.rejected} rejected` : '',
    ...finished.map(sentText),
    ...finished.map(refundText),
  ];
  // Two requests may go to one pharmacy: it is said once.
  return `${[...new Set(parts)].filter((part) => part !== '').join(', ')}.`;
}

function sentText({ fax, printed, copies }: PrescriptionView): string {
  if (copies[0]?.state === 'voided') return '';
  if (fax) {
    const isThere = fax.state === 'sent' || fax.state === 'delivered';
    return `${isThere ? 'faxed to' : 'fax on its way to'} ${fax.recipientName}`;
  }
  return printed ? 'printed' : '';
}

function refundText({ refundState, payment }: PrescriptionView): string {
  if (refundState === null || refundState === 'failed') return '';
  if (refundState !== 'done') return 'refund requested';
  return payment?.refundAmount ? `${formatMoney(payment.refundAmount)} refunded` : '';
}
