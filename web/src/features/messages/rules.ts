// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How a message is shown: whose name stands in its row, when it was, and where
 * it leads. Whether it is unread and whether it can be answered is the server's word.
 */
import type { MessageRow, PersonRef, UserView } from '../../api/generated/schema';
import { formatDate, formatTime } from '../../ui/format';
import { type Address, paths } from '../../ui/links/paths';
import type { PatientSection } from '../../ui/links/routes';

export type Tab = 'inbox' | 'sent' | 'archive';

interface Named<Which> {
  readonly tab: Which;
  readonly label: string;
  readonly empty: string;
}

export const TABS: readonly [Named<Tab>, ...Named<Tab>[]] = [
  { tab: 'inbox', label: 'Inbox', empty: 'No messages sent to this user' },
  { tab: 'sent', label: 'Sent', empty: 'No messages sent from this user' },
  { tab: 'archive', label: 'Archive', empty: 'No archive messages' },
];

/** The tab an address names; the inbox when it names none. */
export function tabOf(text: string | undefined): Tab {
  return TABS.find((one) => one.tab === text)?.tab ?? 'inbox';
}

/** Page sizes of messages (2-back-office §9; patient side §9). */
export const PAGE_SIZES = [5, 10, 15, 20, 25, 30] as const;
export const PAGE_SIZE = 10;

/** Characters of a reply (constant reply.text.max) and of a message, as the server counts. */
export const MAX_REPLY_CHARACTERS = 500;
export const MAX_MESSAGE_CHARACTERS = 10_000;

/** Characters as the server counts them: an emoji of one sign is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

export function nameOf(person: PersonRef): string {
  return `${person.FirstName} ${person.LastName}`.trim();
}

type Sides = Pick<MessageRow, 'from' | 'to' | 'toGroup'>;

/** The other side of a message: its writer for whoever received it, its receiver for its writer. */
export function otherSide(message: Sides, me: string, product: string): string {
  if (message.from && message.from._id !== me) return nameOf(message.from);
  if (!message.from) return product;
  const [receiver] = message.to;
  return receiver ? nameOf(receiver) : (message.toGroup ?? product);
}

/** The patient a message is about, or else who sent it. */
function patientOf(message: Pick<MessageRow, 'about' | 'from'>): PersonRef | null {
  return message.about ?? message.from;
}

/** Staff read the patient's name; what the product itself sends carries its own. */
export function whoForStaff(message: Pick<MessageRow, 'about' | 'from'>, product: string): string {
  const person = patientOf(message);
  return person ? nameOf(person) : product;
}

/** The one role that sees which messages were billed (decision 20). */
export const BILLS: UserView['Role'] = 'ROLE_OFFICE';

type Leading = Pick<
  MessageRow,
  '_id' | 'about' | 'from' | 'prescription' | 'sleepAssessment' | 'labtest' | 'note'
>;

/** What a message belongs to, as the patient's page names its parts. */
export function itemOf(message: Leading): { section: PatientSection; item: string } | null {
  const { prescription, sleepAssessment, labtest, note } = message;
  if (prescription) return { section: 'prescriptions', item: prescription };
  if (sleepAssessment) return { section: 'sleep', item: sleepAssessment };
  if (labtest) return { section: 'labtest', item: labtest };
  return note ? { section: 'notes', item: note } : null;
}

/** The patient's page, open at what the message is about; null for whom it is closed (decision 10). */
export function patientHref(message: Leading, role: UserView['Role']): Address | null {
  const { about } = message;
  if (!about || role === 'ROLE_CUSTOMERSERVICE') return null;
  return paths.patient(about._id, itemOf(message) ?? {});
}

/** Where a row of the first page leads: to the work on what it is about, otherwise to the message. */
export function staffHref(message: Leading, role: UserView['Role']): Address {
  const patient = itemOf(message) ? patientHref(message, role) : null;
  return patient ?? paths.messaging({ message: message._id });
}

/** The lists of the staff; administrators put nothing away, and read everybody's (decision 21). */
export type StaffTab = Tab | 'all';

export function staffTabs(role: UserView['Role']): readonly Named<StaffTab>[] {
  return role === 'ROLE_ADMIN'
    ? [
        ...TABS.filter(({ tab }) => tab !== 'archive'),
        { tab: 'all', label: 'All messages', empty: 'No one has sent a message yet' },
      ]
    : TABS;
}

/** What the screen of messages is doing, in the contract's words. */
export type ScreenStatus =
  | 'display_inbox'
  | 'display_sent'
  | 'display_archive'
  | 'display_all'
  | 'replying'
  | 'sending'
  | 'compose';

const SHOWS: Readonly<Record<StaffTab, ScreenStatus>> = {
  inbox: 'display_inbox',
  sent: 'display_sent',
  archive: 'display_archive',
  all: 'display_all',
};

export function screenStatus(tab: StaffTab, composing: boolean): ScreenStatus {
  return composing ? 'compose' : SHOWS[tab];
}

/** How many there are, in words: long lists are not counted to their end. */
export function totalText(total: number, isMore: boolean): string {
  return isMore ? `more than ${total}` : String(total);
}

/** Time only if today, otherwise the date (2-back-office §9). */
export function whenShort(iso: string, now: Date): string {
  return formatDate(iso) === formatDate(now.toISOString()) ? formatTime(iso) : formatDate(iso);
}

/** Two letters for the round sign beside a name. */
export function signOf(name: string): string {
  const words = name.split(' ').filter((word) => word !== '');
  const first = words.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${Array.from(first)[0] ?? ''}${Array.from(last)[0] ?? ''}`.toUpperCase();
}
