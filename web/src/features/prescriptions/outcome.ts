// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What became of a request whose lines were not all approved, as facts: how
 * many left, how many did not, and what of the money goes back. Pure.
 */
import type { PatientAction, PrescriptionView } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';

type Facts = Pick<
  PrescriptionView,
  'medications' | 'statuses' | 'payment' | 'refundState' | 'refundable' | 'fax' | 'copies'
>;

/** "3 of 5 faxed, 2 not approved, $20.00 refunded"; null while undecided or when all were approved. */
export function outcomeText(request: Facts): string | null {
  const all = request.medications.length;
  const rejected = request.medications.filter((line) => line.status === 'Rejected').length;
  const approved = request.medications.filter((line) => line.status === 'Approved').length;
  if (rejected === 0 || approved + rejected < all) return null;
  const left = isFaxed(request);
  const facts = [
    approved > 0 ? `${approved} of ${all} ${left ? 'faxed' : 'approved'}` : '',
    `${rejected} not approved`,
    refundText(request) ?? '',
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

/** Whether it was faxed and is with the pharmacy, as far as anybody knows: no failed fax, no void copy. */
export function isFaxed({ statuses, fax, copies }: Pick<Facts, 'statuses' | 'fax' | 'copies'>): boolean {
  return statuses.some((entry) => entry.code === 'FAXED') && !fax?.undelivered && !copies[0]?.void;
}

/** What goes back of the money, or went: "$20.00 refunded"; null where nothing does. */
export function refundText({ payment, refundState, refundable }: Facts): string | null {
  const back = payment?.refundAmount ?? 0;
  if (refundState === 'done' && back > 0) return `${formatMoney(back)} refunded`;
  if (refundState === 'intended' || refundState === 'unknown') return 'the refund is on its way';
  return refundable > 0 ? `${formatMoney(refundable)} to be refunded` : null;
}

/** What a line that was not approved means for the money, in a sentence; empty where nothing was charged. */
export function moneySentence(request: Facts): string {
  const words = refundText(request);
  if (words !== null) return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  if (!request.payment?.chargedAt) return '';
  return request.medications.some((line) => line.status === null)
    ? 'Any refund will be shown here once every medication is decided.'
    : 'None of the fee will be refunded.';
}

/** What a patient reads of a line that was not approved where the doctor chose no reason. */
export const NO_REASON = {
  sentence: 'The doctor did not approve this medication.',
  advice:
    'Message the clinic, and someone will explain what to do next. If it cannot wait, see a doctor or go to a walk-in clinic.',
  next: 'message',
} as const;

/** The words of the act that goes with an advice; null where there is nothing to open. */
export const STEP_LABELS: Readonly<Record<PatientAction, string | null>> = {
  message: 'Message the clinic',
  request: 'Ask again',
  visit: null,
  pharmacy: 'Call the pharmacy',
  record: 'Medical information',
  history: 'Your requests',
};
