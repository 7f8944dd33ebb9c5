// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A request's statuses as the patient reads them: what happened, where it stands,
 * what comes. Words only; the statuses themselves come from the server, newest
 * first, and are turned round here because a story is told from its beginning.
 * Part of the dashboard's first load: what only a request's own page says is in
 * stepWords.tsx and payment.ts.
 */
import type { ReactNode } from 'react';
import type { PrescriptionStatus, PrescriptionView, StatusView } from '../../api/generated/schema';
import {
  clinicDay,
  formatDate,
  formatDateTime,
  formatMoney,
  formatShortWhen,
  formatTime,
} from '../../ui/format';
import type { TimelineStep } from '../../ui/status/Timeline';
import { statusStyle } from '../../ui/status/statuses';
import { outcomeOf, wayOf } from './outcome';

/** The way a request goes when nothing is refused (patient side section 4). */
const STATUS_ORDER: readonly PrescriptionStatus[] = [
  'CREATED',
  'PENDING',
  'ACKNOWLEDGED',
  'APPROVED',
  'FAXED',
];

const UNDECIDED: readonly PrescriptionStatus[] = ['PENDING', 'ACKNOWLEDGED'];

/** Oldest first, without what was taken back: a request that is undecided again is where it first was so. */
export function standing({ statuses }: PrescriptionView): StatusView[] {
  const past: StatusView[] = [];
  for (const entry of statuses.toReversed()) {
    const before = past.findIndex(({ code }) => UNDECIDED.includes(code) && code === entry.code);
    if (before < 0) past.push(entry);
    else past.length = before + 1;
  }
  return past;
}

const FINAL_STATUSES: readonly PrescriptionStatus[] = ['FAXED', 'REFUNDED', 'CANCELED'];

/** A person as a reference names them. */
interface NamedPerson {
  name?: string;
  FirstName?: string;
  LastName?: string;
}

export function nameOf(person: NamedPerson): string {
  return person.name ?? `${person.FirstName ?? ''} ${person.LastName ?? ''}`.trim();
}

/** What the patient reads while a fax failed, and while a copy is being voided. */
export const LOOKED_AFTER = 'Our staff are working on it.';
export const CHANGING =
  'Your clinic is changing this prescription. Please wait before you call the pharmacy.';

/** What the patient reads once a copy is void and no other was issued. */
export const SENT_IS_VOID = 'The prescription that was sent before is void.';
export const COMES_AGAIN =
  'A doctor will issue it again at no charge, and you will be notified when it is sent. Please do not pick anything up with the earlier prescription.';

/** Whether the last copy is void: nothing that the pharmacy has may be picked up. */
export function isVoid({ copies }: PrescriptionView): boolean {
  return copies[0]?.state === 'voided';
}

export function isVoiding({ copies }: PrescriptionView): boolean {
  return copies[0]?.state === 'voiding';
}

/** Whether a fax failed and no copy has arrived since. What is done about it is said once, over the page or the card. */
export function hasFaxFailed({ fax }: PrescriptionView): boolean {
  return fax?.undelivered === true;
}

/** The step of such a fax, in short. */
function failedStepText({ fax }: PrescriptionView): string {
  return fax?.state === 'failed' || fax?.state === 'unknown' ? 'Not delivered' : 'Being sent again';
}

/** Whether the pharmacy has it. A fax that another machine answered keeps its reason until somebody asked there. */
export function hasArrived({ fax }: PrescriptionView): boolean {
  return fax?.state === 'delivered' && fax.reason === null;
}

/** Whether it left and no machine has said yet that it is there. */
function isOnTheWay({ fax }: PrescriptionView): boolean {
  return fax?.state === 'queued' || fax?.state === 'sending' || fax?.state === 'sent';
}

function stateOf(
  prescription: PrescriptionView,
  code: PrescriptionStatus,
  isLast: boolean,
): TimelineStep['state'] {
  if (code === 'FAXED' && hasFaxFailed(prescription)) return 'failed';
  if (code === 'FAXED' && isLast && isOnTheWay(prescription)) return 'current';
  if (code === 'REJECTED') return 'rejected';
  if (code === 'REFUNDED') return 'refunded';
  return isLast && !FINAL_STATUSES.includes(code) ? 'current' : 'done';
}

/** When the pharmacy’s machine took it: "Received today, 9:46 AM"; null while it has not. */
export function receivedText(request: PrescriptionView, now: Date): string | null {
  if (request.fax === null || !hasArrived(request)) return null;
  return `Received ${formatShortWhen(request.fax.at, now).replace('Today', 'today')}`;
}

/** How the steps are told. */
export interface StepWords {
  readonly label: (code: PrescriptionStatus) => string;
  /** Of a status; of the withdrawal of a copy, which is none, the time alone. */
  readonly when: (at: string, entry?: StatusView) => ReactNode;
  readonly who?: (entry: StatusView) => string | null;
  /** Tells what was taken back as well. */
  readonly isWhole?: boolean;
}

/** The steps as somebody who is waiting thinks of them; the page of the request has the statuses' own words. */
const PLAIN_STEPS: Readonly<Partial<Record<PrescriptionStatus, string>>> = {
  CREATED: 'Sent',
  ACKNOWLEDGED: 'Being reviewed',
  APPROVED: 'Decided',
  FAXED: 'At your pharmacy',
};

/** In short, for the dashboard's card; at length in stepWords.tsx. */
export function inShort(prescription: PrescriptionView, now: Date): StepWords {
  const { payment, feeDue, statuses } = prescription;
  const paid = payment?.chargedAt ? payment.chargeAmount : null;
  const received = paid || feeDue > 0 ? 'Paid' : 'Received';
  // Sent is not there yet: only the pharmacy's machine can say that.
  const isOnTheWay = !hasArrived(prescription) && statuses.some((entry) => entry.code === 'FAXED');
  return {
    label: (code) => {
      if (code === 'PENDING') return received;
      const own = code === 'FAXED' && isOnTheWay ? undefined : PLAIN_STEPS[code];
      return own ?? statusStyle(code).label;
    },
    when: (at, entry) => (paid && entry?.code === 'PENDING' ? formatMoney(paid) : formatShortWhen(at, now)),
  };
}

/** What was approved in part was refunded in part. */
function labelOf({ medications }: PrescriptionView, code: PrescriptionStatus, words: StepWords): string {
  const label = words.label(code);
  const isPart = code === 'REFUNDED' && medications.some((line) => line.status === 'Approved');
  return isPart ? `${label} in part` : label;
}

/** Past steps and, unless the story has ended, the steps to come. */
export function timelineOf(prescription: PrescriptionView, words: StepWords): TimelineStep[] {
  const past = words.isWhole ? prescription.statuses.toReversed() : standing(prescription);
  const steps = past.map((entry, index): TimelineStep => {
    const state = stateOf(prescription, entry.code, index === past.length - 1);
    const failed = state === 'failed';
    const who = failed ? failedStepText(prescription) : (words.who?.(entry) ?? null);
    return {
      label: failed ? 'Fax to pharmacy' : labelOf(prescription, entry.code, words),
      state,
      icon: statusStyle(failed ? 'FAX_FAILED' : entry.code).icon,
      when: words.when(entry.at, entry),
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
      when: words.when(at),
    });
  }
  return [...steps, ...remainingSteps(prescription, words)];
}

function remainingSteps(prescription: PrescriptionView, words: StepWords): TimelineStep[] {
  const { status } = prescription;
  if (FINAL_STATUSES.includes(status) || status === 'REJECTED') return [];
  const had = new Set(standing(prescription).map((entry) => entry.code));
  const from = STATUS_ORDER.indexOf(status);
  return (
    STATUS_ORDER.slice(from + 1)
      // What was faxed on a copy that is void is faxed again.
      .filter((code) => !had.has(code) || (code === 'FAXED' && isVoid(prescription)))
      .map((code) => ({
        label: words.label(code),
        state: 'todo' as const,
        icon: statusStyle(code).icon,
        ...(code === 'FAXED' && hasFaxFailed(prescription) ? { who: failedStepText(prescription) } : {}),
      }))
  );
}

interface RequestSummary {
  title: string;
  text: string;
  /** Of the pharmacy, which has it and can be called. */
  phone?: string;
}

/** The day of the calendar after one: the clinic's days have 23 hours, or 25, when the clock is changed. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** "by 8:55 AM tomorrow" */
function byText(iso: string, now: Date): string {
  const [day, today] = [clinicDay(new Date(iso)), clinicDay(now)];
  if (day === today) return `by ${formatTime(iso)} today`;
  return day === dayAfter(today)
    ? `by ${formatTime(iso)} tomorrow`
    : `by ${formatTime(iso)} on ${formatDate(iso)}`;
}

/** When a doctor answers; the server knows what is promised. */
function answerText({ promisedBy }: PrescriptionView, now: Date): string {
  if (promisedBy === null) return 'A doctor will review your request';
  if (Date.parse(promisedBy) < now.getTime()) return 'This is taking longer than usual';
  return `A doctor should answer ${byText(promisedBy, now)}`;
}

/** Where the newest request stands, for the dashboard's card. */
export function requestSummary(prescription: PrescriptionView, now: Date): RequestSummary {
  const newest = prescription.statuses[0];
  const by = newest?.by ? nameOf(newest.by) : 'A doctor';
  const when = newest ? formatShortWhen(newest.at, now) : '';
  const { pharmacyRefused } = prescription;
  if (prescription.canNamePharmacy && pharmacyRefused !== null && prescription.askedPharmacy === null)
    return { title: 'Please choose another pharmacy', text: pharmacyRefused };
  if (hasFaxFailed(prescription)) return { title: 'The fax did not go through', text: LOOKED_AFTER };
  if (isVoiding(prescription)) return { title: 'Your prescription is being changed', text: CHANGING };
  if (isVoid(prescription)) return { title: SENT_IS_VOID.replace(/\.$/, ''), text: COMES_AGAIN };
  if (outcomeOf(prescription) !== null)
    return {
      title: outcomeTitle(prescription),
      text: decidedText(prescription, now) ?? nextText(prescription),
    };
  switch (prescription.status) {
    case 'CREATED':
      return {
        title: 'Your request is waiting for payment',
        text: 'A doctor will review it once the fee is paid.',
      };
    case 'PENDING':
      return {
        title: answerText(prescription, now),
        text: 'Your request is waiting for a doctor.',
      };
    // Once decided it was said above; here a decision is being taken back.
    case 'REJECTED':
    case 'ACKNOWLEDGED':
      return {
        title: answerText(prescription, now),
        text: `${by} is reviewing your request, opened: ${when}.`,
      };
    case 'APPROVED':
      return { title: 'Your request is approved', text: nextText(prescription) };
    case 'FAXED':
      if (hasArrived(prescription)) {
        const { name, phone1 } = pharmacyOf(prescription);
        const text = [receivedText(prescription, now), 'Call ahead before you pick it up.'].join('. ');
        return { title: `${name} has it`, text, phone: phone1 };
      }
      return {
        title: 'Your prescription was faxed',
        text: `It should reach ${pharmacyOf(prescription).name} within 24 hours of the confirmation email.`,
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

/** "P-20436, decided today at 9:47 AM by Dr. Helen Varga"; undefined where the story does not say when. */
export function decidedText({ label, statuses }: PrescriptionView, now: Date): string | undefined {
  const entry = statuses.find(({ code }) => code === 'APPROVED' || code === 'REJECTED');
  if (!entry) return undefined;
  const when = formatShortWhen(entry.at, now)
    .replace(/^Today/, 'today')
    .replace(', ', ' at ');
  return `${label}, decided ${when}${entry.by ? ` by Dr. ${nameOf(entry.by)}` : ''}`;
}

/** What became of most of it, in words; how much of it stands under them. */
function outcomeTitle(prescription: PrescriptionView): string {
  const { medications } = prescription;
  const approved = medications.filter((line) => line.status === 'Approved').length;
  if (approved === 0) return 'Your request was not approved';
  const much = approved * 2 > medications.length ? 'Most' : 'Part';
  const isThere = wayOf(prescription) === 'faxed' && hasArrived(prescription);
  return `${much} of your request is ${isThere ? 'at the pharmacy' : 'approved'}`;
}

const CALL_AHEAD = ' Call ahead before you pick it up.';

/** Sent is not there yet; once the pharmacy's machine took it, when that was. */
function faxedText(prescription: PrescriptionView): string {
  const { name } = pharmacyOf(prescription);
  const at = hasArrived(prescription) ? prescription.fax?.at : undefined;
  if (at === undefined) return `It was faxed to ${name}.`;
  return `${name} received the fax on ${formatDateTime(at)}.`;
}

/** What happened, or comes next, at the pharmacy once a request is decided; a patient is also told what to do. */
export function nextText(prescription: PrescriptionView, forPatient = true): string {
  const { name } = pharmacyOf(prescription);
  if (!prescription.medications.some((line) => line.status === 'Approved'))
    return 'Nothing will be faxed to your pharmacy.';
  switch (wayOf(prescription)) {
    case 'faxed':
      return `${faxedText(prescription)}${forPatient ? CALL_AHEAD : ''}`;
    case 'printed':
      return `It was printed for ${name}.`;
    case 'approved':
      return `What was approved will be faxed to ${name}.`;
  }
}

/** The doctor's choice of pharmacy comes before the patient's. */
export function pharmacyOf(prescription: PrescriptionView) {
  return prescription.drPharmacy ?? prescription.pharmacy;
}

/** Requests that are still on their way, for the dashboard. */
export function isLive(prescription: PrescriptionView): boolean {
  return (
    hasFaxFailed(prescription) || isVoiding(prescription) || !FINAL_STATUSES.includes(prescription.status)
  );
}
