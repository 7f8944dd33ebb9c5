// How dates, money, numbers and directions are written on screens. Times are shown in the
// clinic's zone whatever the device's is. Nothing is computed here that decides anything.

const ZONE = 'America/Vancouver';

const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});
const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});
const LONG_DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, hour: 'numeric', minute: '2-digit' });

const plain = (text: string): string => text.replaceAll('\u202f', ' ');
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** "Nov 20, 2026, 6:12 PM" */
export function dateTime(iso: string): string {
  return plain(DATE_TIME.format(new Date(iso)));
}

/** "Nov 20, 2026"; a plain YYYY-MM-DD is a calendar day and never shifts with the zone. */
export function date(iso: string): string {
  return isDay(iso) ? DAY.format(new Date(`${iso}T00:00:00Z`)) : DATE.format(new Date(iso));
}

/** "June 14, 1968", for readers and forms. */
export function longDate(day: string): string {
  return LONG_DAY.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** "6:12 PM" */
export function time(iso: string): string {
  return plain(TIME.format(new Date(iso)));
}

/** "Today, 8:40 AM" on the same day, otherwise "Nov 20, 6:12 PM". */
export function shortWhen(iso: string, now: Date): string {
  if (date(iso) === date(now.toISOString())) return `Today, ${time(iso)}`;
  return `${date(iso).replace(/, \d{4}$/, '')}, ${time(iso)}`;
}

/** "$60.00" */
export function money(dollars: number): string {
  return `$${dollars.toFixed(2)}`;
}

/** "604-555-0142"; anything that is not ten digits is shown as it is. */
export function phone(text: string | null | undefined): string {
  const digits = (text ?? '').replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10
    ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    : (text ?? '');
}

/** "9000 012 345" */
export function healthNumber(text: string): string {
  return /^\d{10}$/.test(text) ? `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}` : text;
}

/** Whole years at `now`, by calendar day. */
export function age(birth: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = birth.slice(0, 10).split('-').map(Number);
  const years = now.getFullYear() - year;
  const before = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < day);
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
}

/** "One · Once a day · 3 months · Repeat 0" */
export function usageText(usage: UsageParts): string {
  const said = (value: string, other: string | null) => (value === 'Other' ? (other ?? '') : value);
  return [
    said(usage.quantity, usage.quantityOther),
    said(usage.frequency, usage.frequencyOther),
    usage.asNeeded ? 'As needed' : '',
    said(usage.duration, usage.durationOther),
    `Repeat ${usage.repeat}`,
    usage.textLine ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** "MT" */
export function initials(first: string, last: string): string {
  return `${first.trim().charAt(0)}${last.trim().charAt(0)}`.toUpperCase();
}
