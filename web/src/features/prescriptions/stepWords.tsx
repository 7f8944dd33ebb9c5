// SPDX-License-Identifier: AGPL-3.0-or-later

/** The steps of a request told at length, on its own page: when, and everything known of each. */
import type { ReactNode } from 'react';
import type { PrescriptionStatus, PrescriptionView, StatusView } from '../../api/generated/schema';
import { formatDateTime, formatMoney } from '../../ui/format';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { statusStyle } from '../../ui/status/statuses';
import { staffLabel } from '../../ui/status/staffStatuses';
import { cardText } from './payment';
import { nameOf, standing, type StepWords } from './timeline';

export function atLength(prescription: PrescriptionView, forPatient: boolean): StepWords {
  return {
    label: forPatient ? (code) => statusStyle(code).label : staffLabel,
    when: (at, entry) => {
      const fact = entry ? factOf(prescription, entry) : null;
      if (fact === null) return formatDateTime(at);
      return (
        <>
          {formatDateTime(at)} · {fact}
        </>
      );
    },
    // What the server adds is shown where we have nothing of our own to say.
    who: (entry) => (factOf(prescription, entry) === null ? entry.detail : null),
    isWhole: !forPatient,
  };
}

function decidedText({ medications }: PrescriptionView, status: 'Approved' | 'Rejected'): string {
  const count = medications.filter((line) => line.status === status).length;
  const all = medications.length;
  return `${count} of ${all} ${all === 1 ? 'medication' : 'medications'}`;
}

/** How much went back, and why: the server writes the reason after the amount, "$50.00 to visa 4242. A mistake of ours." */
function refundText(prescription: PrescriptionView, detail: string | null): string | null {
  const amount = prescription.payment?.refundAmount;
  if (!amount) return null;
  const back = `${formatMoney(amount)} to ${cardText(prescription) ?? 'your card'}`;
  const reason = detail?.split('. ').slice(1).join('. ');
  return reason ? `${back}. ${reason}` : back;
}

/** Of a decision that was taken back: what its lines say now is not what it was. */
const UNDONE: Readonly<Partial<Record<PrescriptionStatus, string>>> = {
  APPROVED: 'Undone since',
  REJECTED: 'Undone since',
};

/** What is said about one past step besides when it was. */
function factOf(prescription: PrescriptionView, entry: StatusView): ReactNode {
  const { payment, fax } = prescription;
  const { code, by, detail } = entry;
  if (!standing(prescription).includes(entry)) return UNDONE[code] ?? null;
  switch (code) {
    case 'PENDING':
      return payment?.chargedAt && payment.chargeAmount
        ? `${formatMoney(payment.chargeAmount)} paid, ${cardText(prescription) ?? 'card'}`
        : null;
    case 'APPROVED':
      // Approved again: a copy was voided.
      return detail ?? decidedText(prescription, 'Approved');
    case 'REJECTED':
      return decidedText(prescription, 'Rejected');
    case 'FAXED':
      return fax ? (
        <>
          Fax <PhoneNumber number={fax.toNumber} />
        </>
      ) : null;
    case 'REFUNDED':
      return refundText(prescription, detail);
    case 'ACKNOWLEDGED':
      return by ? nameOf(by) : null;
    case 'CREATED':
    case 'CANCELED':
      return null;
  }
}
