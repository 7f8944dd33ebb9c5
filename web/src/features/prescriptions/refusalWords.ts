// SPDX-License-Identifier: AGPL-3.0-or-later

/** The words beside a line that was not approved: what it means for the money, and what to do next. Pure. */
import type { PatientAction } from '../../api/generated/schema';
import { type OutcomeFacts, refundText } from './outcome';

/** What a line that was not approved means for the money, in a sentence; empty where nothing was charged. */
export function moneySentence(request: OutcomeFacts): string {
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
