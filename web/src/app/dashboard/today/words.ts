// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sentences of the first page. */
import type { TodayView } from '../../../api/generated/schema';
import { formatDateTime, formatMoney, formatPhone, formatShortWhen } from '../../../ui/format';
import { type Address, paths } from '../../../ui/links/paths';
import { lazily } from '../../../ui/lazily';

type Day = TodayView['day'];
type Failed = TodayView['failed']['items'][number];

const weekdayFormat = lazily(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }));
const wholeDayFormat = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      year: 'numeric',
    }),
);

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** "Saturday" */
export const weekdayOf = (day: string) => weekdayFormat().format(dateOf(day));

/** "1 request", "7 requests" */
export const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** "Saturday, November 21, 2026. You have decided 7 requests, 19 medications." */
export function leadText({ day, mine, hours }: Day, isDoctor: boolean): string {
  const today = `${wholeDayFormat().format(dateOf(day))}.`;
  if (!isDoctor) return `${today} ${counted(sum(hours, 'decided'), 'request')} decided.`;
  if (mine.medications === 0) return `${today} You have not decided a request yet.`;
  return `${today} You have decided ${counted(mine.requests, 'request')}, ${counted(mine.medications, 'medication')}.`;
}

/** "Salal was restored from a backup of Nov 24, 3:00 AM. 12 faxes, messages and payments wait…" */
export function restoredText({ pointAt, held }: NonNullable<TodayView['restored']>): string {
  return `Salal was restored from a backup of ${formatDateTime(pointAt)}. Faxes, messages and payments (${held} now) will be sent once an administrator releases them.`;
}

export function sum(hours: Day['hours'], of: 'received' | 'decided'): number {
  return hours.reduce((total, hour) => total + hour[of], 0);
}

/** "7 AM", "12 PM" */
export function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The hours from opening to closing, and before and after them those in which something happened. */
export function shownHours(hours: Day['hours']): Day['hours'] {
  const [OPENS, CLOSES] = [7, 20];
  const busy = hours.filter(({ received, decided, usual }) => received + decided + (usual ?? 0) > 0);
  const first = Math.min(OPENS, busy[0]?.hour ?? OPENS);
  const last = Math.max(CLOSES, busy.at(-1)?.hour ?? CLOSES);
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}

/** What failed, in a few words. */
export function failedTitle({ kind, fax, amount }: Failed): string {
  if (kind === 'fax' && fax !== null) {
    const to = `Fax to ${fax.recipientName}`;
    switch (fax.state) {
      case 'failed':
        return `${to} failed`;
      case 'unknown':
        return `${to} not confirmed`;
      case 'delivered':
        return `${to} to be checked`;
      default:
        return `${to} still waiting`;
    }
  }
  const what = kind === 'refund' ? 'Refund' : 'Payment';
  return `${what} of ${formatMoney(amount ?? 0)} not confirmed`;
}

/** Why, since when, and what happens automatically. */
export function failedText({ fax, since }: Failed, now: Date): string {
  const when = formatShortWhen(since, now).replace(/^Today, /, '');
  if (fax === null)
    return `No answer from the payment service since ${when}. Salal keeps asking automatically.`;
  return `${formatPhone(fax.toNumber)}, queued ${when}. ${fax.reason ?? ''}`.trim();
}

/** The same in a few words, for a phone. */
export function failedShort({ fax, since }: Failed, now: Date): string {
  if (fax === null) return `No answer since ${formatShortWhen(since, now).replace(/^Today, /, '')}`;
  return [fax.label, fax.reason ?? formatPhone(fax.toNumber)].join(', ');
}

/** Where something is done about it; the last one is the usual one. Only a doctor can void a copy for another pharmacy. */
export function failedActions(
  { kind, _id, fax, person, subjectKind, subjectId }: Failed,
  isDoctor: boolean,
): readonly { readonly label: string; readonly href: Address }[] {
  const isPrescription = subjectKind === 'prescription' || subjectKind === 'prescription_void';
  const section = isPrescription ? 'prescriptions' : 'sleep';
  const record = paths.patient(person._id, { section, item: subjectId });
  if (kind !== 'fax') return [{ label: 'View', href: record }];
  const desk = paths.faxDesk({ state: 'trouble', fax: _id });
  if (fax?.state !== 'failed') return [{ label: 'Check the fax', href: desk }];
  const again = { label: 'Fax again', href: desk };
  if (subjectKind !== 'prescription') return [again];
  return [{ label: isDoctor ? 'Choose another' : 'View', href: record }, again];
}
