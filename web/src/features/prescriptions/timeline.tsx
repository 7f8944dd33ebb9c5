// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A request's statuses as the patient reads them: what happened, where it stands,
 * what comes. Words only; the statuses themselves come from the server, newest
 * first, and are turned round here because a story is told from its beginning.
 */
import type { ReactNode } from 'react';
import type { PrescriptionStatus, PrescriptionView, StatusView } from '../../api/generated/schema';
import { formatDateTime, formatMoney, formatShortWhen } from '../../ui/format';
import { PhoneNumber } from '../../ui/PhoneNumber';
import type { TimelineStep } from '../../ui/status/Timeline';
import { statusStyle } from '../../ui/status/statuses';

/** The way a request goes when nothing is refused (patient side section 4). */
const STATUS_ORDER: readonly PrescriptionStatus[] = [
  'CREATED',
  'PENDING',
  'ACKNOWLEDGED',
  'APPROVED',
  'FAXED',
];

const FINAL_STATUSES: readonly PrescriptionStatus[] = ['FAXED', 'REFUNDED', 'CANCELED'];

type Length = 'short' | 'long';

/** A person as a reference names them. */
interface NamedPerson {
  name?: string;
  FirstName?: string;
  LastName?: string;
}

export function nameOf(person: NamedPerson): string {
  return person.name ?? `${person.FirstName ?? ''} ${person.LastName ?? ''}`.trim();
}

export function cardText(prescription: PrescriptionView): string | null {
  const { payment } = prescription;
  if (!payment) return null;
  if (payment.method === 'wallet') return 'wallet';
  return payment.card ? `${brandText(payment.card.brand)} ending ${payment.card.last4}` : 'card';
}

function brandText(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

function decidedText(prescription: PrescriptionView, status: 'Approved' | 'Rejected'): string {
  const count = prescription.medications.filter((line) => line.status === status).length;
  const all = prescription.medications.length;
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

/** What is said about one past step besides when it was. */
function factOf(prescription: PrescriptionView, { code, by, detail }: StatusView): ReactNode {
  const { payment, fax } = prescription;
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

/** What the patient reads while a fax failed, and while a copy is being voided. */
export const LOOKED_AFTER = 'Our staff are looking after it.';
export const CHANGING =
  'Your clinic is changing this prescription. Please wait before you call the pharmacy.';

export function isVoiding({ copies }: PrescriptionView): boolean {
  return copies[0]?.state === 'voiding';
}

/** What is said while a fax failed and no copy arrived since; nothing otherwise. */
export function faxFailureText({ fax }: PrescriptionView): string | null {
  if (!fax?.undelivered) return null;
  return fax.state === 'failed' || fax.state === 'unknown'
    ? 'Fax failed: the clinic is on it'
    : 'Fax failed, on its way again';
}

function stateOf(
  prescription: PrescriptionView,
  code: PrescriptionStatus,
  isLast: boolean,
): TimelineStep['state'] {
  if (code === 'FAXED' && prescription.fax?.undelivered) return 'failed';
  if (code === 'REJECTED') return 'rejected';
  if (code === 'REFUNDED') return 'refunded';
  return isLast && !FINAL_STATUSES.includes(code) ? 'current' : 'done';
}

/** Past steps and, unless the story has ended, the steps to come. */
export function timelineOf(prescription: PrescriptionView, length: Length, now: Date): TimelineStep[] {
  const past = prescription.statuses.toReversed();
  const steps = past.map((entry, index): TimelineStep => {
    const state = stateOf(prescription, entry.code, index === past.length - 1);
    const who = whoOf(prescription, entry, length, state);
    return {
      label: state === 'failed' ? 'Fax to pharmacy' : entry.text,
      state,
      icon: statusStyle(state === 'failed' ? 'FAX_FAILED' : entry.code).icon,
      when: whenOf(prescription, entry, length, now),
      ...(who === null ? {} : { who }),
    };
  });
  // Newest first, so that what comes before keeps its place.
  for (const { void: gone } of prescription.copies) {
    const at = gone?.at;
    if (!at) continue;
    const next = past.findIndex((entry) => entry.at >= at);
    steps.splice(next < 0 ? past.length : next, 0, {
      label: 'Withdrawn from the pharmacy',
      state: 'done',
      when: length === 'short' ? formatShortWhen(at, now) : formatDateTime(at),
    });
  }
  return [...steps, ...remainingSteps(prescription)];
}

function whenOf(prescription: PrescriptionView, entry: StatusView, length: Length, now: Date): ReactNode {
  if (length === 'short') {
    const paid = prescription.payment?.chargedAt ? prescription.payment.chargeAmount : null;
    return entry.code === 'PENDING' && paid ? `Paid ${formatMoney(paid)}` : formatShortWhen(entry.at, now);
  }
  const fact = factOf(prescription, entry);
  if (fact === null) return formatDateTime(entry.at);
  return (
    <>
      {formatDateTime(entry.at)} · {fact}
    </>
  );
}

function whoOf(
  prescription: PrescriptionView,
  entry: StatusView,
  length: Length,
  state: TimelineStep['state'],
): string | null {
  if (state === 'failed') return faxFailureText(prescription);
  // What the server adds is shown where we have nothing of our own to say.
  return length === 'long' && factOf(prescription, entry) === null ? entry.detail : null;
}

function remainingSteps(prescription: PrescriptionView): TimelineStep[] {
  const { status } = prescription;
  if (FINAL_STATUSES.includes(status) || status === 'REJECTED') return [];
  const had = new Set(prescription.statuses.map((entry) => entry.code));
  const from = STATUS_ORDER.indexOf(status);
  return (
    STATUS_ORDER.slice(from + 1)
      // What was faxed on a copy that is void is faxed again.
      .filter((code) => !had.has(code) || (code === 'FAXED' && prescription.copies[0]?.state === 'voided'))
      .map((code) => ({
        label: statusStyle(code).label,
        state: 'todo' as const,
        icon: statusStyle(code).icon,
        ...(code === 'FAXED' && prescription.fax?.undelivered ? { who: faxFailureText(prescription) } : {}),
      }))
  );
}

interface RequestSummary {
  title: string;
  text: string;
}

/** Where the newest request stands, for the dashboard's card. */
export function requestSummary(prescription: PrescriptionView, now: Date): RequestSummary {
  const newest = prescription.statuses[0];
  const by = newest?.by ? nameOf(newest.by) : 'A doctor';
  const when = newest ? formatShortWhen(newest.at, now) : '';
  const { pharmacyRefused } = prescription;
  if (prescription.canNamePharmacy && pharmacyRefused !== null && prescription.askedPharmacy === null)
    return { title: 'Please choose another pharmacy', text: pharmacyRefused };
  switch (prescription.status) {
    case 'CREATED':
      return {
        title: 'Your request is waiting for payment',
        text: 'A doctor will review it once the fee is paid.',
      };
    case 'PENDING':
      return {
        title: 'Your request is waiting for a doctor',
        text: 'Review may take up to 24 hours.',
      };
    case 'ACKNOWLEDGED':
      return {
        title: 'A doctor is reviewing your request',
        text: `${by} opened it: ${when}. Review may take up to 24 hours.`,
      };
    case 'APPROVED':
      return {
        title: 'Your request is approved',
        text:
          prescription.copies[0]?.way === 'paper' && prescription.copies[0].state !== 'voided'
            ? `It was printed for ${pharmacyOf(prescription).name}.`
            : `Next, we’ll fax it to ${pharmacyOf(prescription).name}.`,
      };
    case 'FAXED':
      if (prescription.fax?.undelivered)
        return {
          title: 'The fax did not go through',
          text: LOOKED_AFTER,
        };
      if (isVoiding(prescription)) return { title: 'Your prescription is being changed', text: CHANGING };
      return {
        title: 'Your prescription was faxed',
        text: `It should reach ${pharmacyOf(prescription).name} within 24 hours of the confirmation email.`,
      };
    case 'REJECTED':
      return {
        title: 'Your request was not approved',
        text: 'Nothing will be faxed to your pharmacy. A refund is on its way to you.',
      };
    case 'REFUNDED':
      return {
        title: 'Your request was refunded',
        text: 'It may take a few days to appear on your statement.',
      };
    case 'CANCELED':
      return { title: 'You canceled this request', text: 'Nothing was sent to your pharmacy.' };
  }
}

/** The doctor's choice of pharmacy comes before the patient's. */
export function pharmacyOf(prescription: PrescriptionView) {
  return prescription.drPharmacy ?? prescription.pharmacy;
}

/** Requests that are still on their way, for the dashboard. */
export function isLive(prescription: PrescriptionView): boolean {
  if (prescription.status === 'FAXED')
    return prescription.fax?.undelivered === true || isVoiding(prescription);
  return !['REFUNDED', 'CANCELED'].includes(prescription.status);
}

/**
 * The invoice shows once the latest status is beyond these (patient side section
 * 2), and where there was a charge to write one about.
 */
export function hasInvoice(prescription: PrescriptionView): boolean {
  const isBeyond = !['CREATED', 'PENDING', 'ACKNOWLEDGED'].includes(prescription.status);
  return isBeyond && prescription.payment?.chargedAt != null;
}
