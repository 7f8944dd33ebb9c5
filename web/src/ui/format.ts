// SPDX-License-Identifier: AGPL-3.0-or-later

// How dates, money, numbers and directions are written on screens. Times are shown by the clinic's
// clock as the server tells it, whatever the device's zone is and however old the browser's time-zone
// data are: a screen and the paper never differ. Nothing is computed here that decides anything.

interface ClockOffset {
  readonly from: string;
  readonly minutes: number;
}

/** Oldest first. Pacific Standard Time until the server has told. */
let clock: readonly { readonly from: number; readonly minutes: number }[] = [
  { from: Number.NEGATIVE_INFINITY, minutes: -480 },
];

/** From now on times are shown by this clock (GET /settings, before the first screen). */
export function setClinicClock(offsets: readonly ClockOffset[]): void {
  clock = offsets.map(({ from, minutes }) => ({ from: Date.parse(from), minutes }));
}

/** What the clinic's clock shows, as if it stood at UTC: for formats with that zone. */
function atClinic(moment: Date): Date {
  const inForce = clock.findLast((one) => one.from <= moment.getTime()) ?? clock[0];
  return new Date(moment.getTime() + (inForce?.minutes ?? 0) * 60_000);
}

/**
 * The names of the months, as `Intl` has them for en-US. Written here: to make one of its formats takes a telephone
 * 30 ms, and the five were a third of what it did before its first page stood. A test compares the two.
 */
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const two = (figure: number): string => String(figure).padStart(2, '0');
const monthOf = (day: Date): string => MONTHS[day.getUTCMonth()] ?? '';
const dayText = (day: Date): string =>
  `${monthOf(day).slice(0, 3)} ${two(day.getUTCDate())}, ${day.getUTCFullYear()}`;
/** With a space that keeps "PM" beside its hour. */
const timeText = (moment: Date): string => {
  const hour = moment.getUTCHours();
  return `${hour % 12 || 12}:${two(moment.getUTCMinutes())}\u{A0}${hour < 12 ? 'AM' : 'PM'}`;
};
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** @throws RangeError when the text is no date. */
function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new RangeError('not a date');
  return date;
}

/** "Nov 20, 2026, 6:12 PM" */
export function formatDateTime(iso: string): string {
  const here = atClinic(dateOf(iso));
  return `${dayText(here)}, ${timeText(here)}`;
}

/** "Nov 20, 2026"; a plain YYYY-MM-DD is a calendar day and never shifts with the zone. */
export function formatDate(iso: string): string {
  return dayText(isDay(iso) ? dateOf(`${iso}T00:00:00Z`) : atClinic(dateOf(iso)));
}

/** "June 14, 1968", for readers and forms. */
export function formatLongDate(day: string): string {
  const date = dateOf(`${day.slice(0, 10)}T00:00:00Z`);
  return `${monthOf(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** "6:12 PM" */
export function formatTime(iso: string): string {
  return timeText(atClinic(dateOf(iso)));
}

/** "Today, 8:40 AM" on the same day, otherwise "Nov 20, 6:12 PM". */
export function formatShortWhen(iso: string, now: Date): string {
  if (formatDate(iso) === formatDate(now.toISOString())) return `Today, ${formatTime(iso)}`;
  return `${formatDate(iso).replace(/, \d{4}$/, '')}, ${formatTime(iso)}`;
}

/** "18:12", as a time field wants it. */
export function clockTime(iso: string): string {
  return atClinic(new Date(iso)).toISOString().slice(11, 16);
}

/** The moment at which the clinic's clock shows this time on the day of `now`; null when it is no time. */
export function momentAt(clockText: string, now: Date): Date | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(clockText.trim());
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  if (hours > 23 || minutes > 59) return null;
  const here = atClinic(now);
  const ahead = here.getTime() - now.getTime();
  return new Date(
    Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate(), hours, minutes) - ahead,
  );
}

/** The hour of the clinic's day, 0 to 23. */
export function hourOfDay(moment: Date): number {
  return atClinic(moment).getUTCHours();
}

/** "$60.00", "$12,345.00" */
export function formatMoney(dollars: number): string {
  const amount = Math.abs(dollars)
    .toFixed(2)
    .replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
  return `${dollars < 0 ? '-' : ''}$${amount}`;
}

function phoneDigits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/** "604-555-0142"; anything that is not ten digits is shown as it is. */
export function formatPhone(text: string | null | undefined): string {
  const digits = phoneDigits(text ?? '');
  return digits.length === 10
    ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    : (text ?? '');
}

/** Where a number is called: "tel:+16045550110". */
export function callAddress(number: string): string {
  return `tel:+1${phoneDigits(number)}`;
}

/** "V8R 3K7", never broken between its halves. */
export function formatPostalCode(text: string): string {
  return text.replace(' ', '\u{A0}');
}

/** An address in one line, with its postal code kept together. */
export function formatAddress(text: string): string {
  return text.replace(/\b([A-Z]\d[A-Z]) (\d[A-Z]\d)\b/g, '$1\u{A0}$2');
}

/** "9000 012 345" */
export function formatHealthNumber(text: string): string {
  return /^\d{10}$/.test(text) ? `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}` : text;
}

/** Whole years at `now`, by the clinic's calendar. */
export function age(birth: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = birth.slice(0, 10).split('-').map(Number);
  const today = atClinic(now);
  const [thisMonth, thisDay] = [today.getUTCMonth() + 1, today.getUTCDate()];
  const years = today.getUTCFullYear() - year;
  const before = thisMonth < month || (thisMonth === month && thisDay < day);
  return before ? years - 1 : years;
}

interface UsageParts {
  readonly quantity: string;
  readonly quantityOther: string | null;
  readonly frequency: string;
  readonly frequencyOther: string | null;
  readonly asNeeded: boolean;
  readonly duration: string;
  readonly durationOther: string | null;
  readonly repeat: number;
  readonly textLine: string | null;
  readonly site?: string | null | undefined;
}

/** What each part of a usage says, in the order of the label; empty when it says nothing. */
export function usageParts(usage: UsageParts): string[] {
  const said = (value: string, other: string | null) => (value === 'Other' ? (other ?? value) : value);
  return [
    said(usage.quantity, usage.quantityOther),
    said(usage.frequency, usage.frequencyOther),
    usage.asNeeded ? 'as needed' : '',
    said(usage.duration, usage.durationOther),
    usage.repeat > 0 ? `${usage.repeat} ${usage.repeat === 1 ? 'repeat' : 'repeats'}` : '',
    usage.textLine ?? '',
    usage.site ?? '',
  ];
}

/**
 * "One · Twice a day · 3 months": how somebody takes or asks for a medication. No repeats are not said; on the line
 * that a doctor signs they are (`usageLine` of the review).
 */
export function usageText(usage: UsageParts): string {
  return usageParts(usage)
    .filter((part) => part !== '')
    .join(' · ');
}

/** "Maren Holloway, born Apr 12, 1968": whose a sheet of paper is. */
export function nameAndBirth(person: {
  readonly FirstName: string;
  readonly LastName: string;
  readonly DateOfBirth?: string | null;
}): string {
  const born = person.DateOfBirth ? `, born ${formatDate(person.DateOfBirth)}` : '';
  return `${person.FirstName} ${person.LastName}${born}`;
}

/** "MT" */
export function initials(first: string, last: string): string {
  return `${first.trim().charAt(0)}${last.trim().charAt(0)}`.toUpperCase();
}

/** The clinic's calendar day at a moment, as YYYY-MM-DD. */
export function clinicDay(at: Date): string {
  return atClinic(at).toISOString().slice(0, 10);
}

/** "2026-11-20T19:12": what the clinic's clock shows, for a native date and time field. */
export function clockInput(moment: Date): string {
  return atClinic(moment).toISOString().slice(0, 16);
}
