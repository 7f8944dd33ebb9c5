// SPDX-License-Identifier: AGPL-3.0-or-later

// What is asked for again when something changed: the one table of what each subject is shown by.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { paths } from './generated/schema';

/**
 * The reads that show each subject. A path that is renamed in the document does not compile here; a read
 * that stands in no row is asked for again only when its screen says so.
 */
const READS = {
  bill: [
    '/api/medication-bill',
    '/api/medication-bill/diagnosis-code/{x}',
    '/api/tele-plan/balance',
    '/api/tele-plan/bill/{id}',
    '/api/tele-plan/claim-numbers',
    '/api/tele-plan/problematic-invoice-list',
    '/api/tele-plan/remittance',
    '/api/tele-plan/remittance-exceptions',
    '/api/tele-plan/remittance-months',
    '/api/tele-plan/status-retrieved',
  ],
  data: [
    '/api/drug/catalogue',
    '/api/drug/tcAhfs/{x}',
    '/api/manage-data/display-data/{x}',
    '/api/medication-filter',
    '/api/medication-filter/default',
  ],
  fax: ['/api/fax', '/api/fax/clarifications/{kind}/{id}', '/api/fax/{id}', '/api/today'],
  import: ['/api/manage-data/imports'],
  invitation: ['/api/office/invitations'],
  job: [
    '/api/clinic-queue',
    '/api/operations',
    '/api/operations/restore',
    '/api/operations/restore/books',
    '/api/today',
  ],
  labtest: ['/api/lab-test/exceptions', '/api/lab-test/{personId}', '/api/today'],
  medicalinfo: ['/api/medicalinfo/person/{id}'],
  message: [
    '/api/message/admin/list',
    '/api/message/archive/{personId}',
    '/api/message/countUnread/{personId}',
    '/api/message/inbox/doctor/{personId}',
    '/api/message/inbox/patient/{personId}',
    '/api/message/sent/{personId}',
    '/api/message/{id}',
  ],
  note: ['/api/note/person/{id}'],
  notedraft: ['/api/notedraft/person/{id}'],
  patients: ['/api/person/search-key/{key}', '/api/user/patients'],
  person: [
    '/api/person/access-log/{id}',
    '/api/person/profile/{id}',
    '/api/person/{id}',
    '/api/staff-account',
    '/api/staff-account/{id}',
  ],
  prescription: [
    '/api/prescription',
    '/api/prescription/faxed-or-refunded',
    '/api/prescription/invoice/{id}',
    '/api/prescription/pending/person/{personId}',
    '/api/prescription/person/{personId}',
    '/api/prescription/renewable/{personId}',
    '/api/prescription/{id}',
    '/api/today',
  ],
  presence: ['/api/person/presence/{id}'],
  problem: ['/api/problem', '/api/problem/count-unread'],
  queue: ['/api/other-work', '/api/prescription/claim/{personId}', '/api/prescription/queue', '/api/today'],
  session: ['/api/user/sessions'],
  sleep: [
    '/api/sleep-assessment/pending-by-person/{id}',
    '/api/sleep-assessment/person/{id}',
    '/api/sleep-assessment/requester',
    '/api/sleep-clinic',
    '/api/sleep-info/person/{id}',
  ],
  template: ['/api/message-template'],
} as const satisfies Readonly<Record<string, readonly (keyof paths)[]>>;

/** A kind of thing that is shown, and may have changed. */
export type Subject = keyof typeof READS;

/**
 * Whether a read opens one patient's record, which its path names: an event has it asked again only where the
 * event names what it shows. Lists are asked again for every change of their subject, also those of one
 * person's messages; accounts of the staff are no patient's.
 */
function opensRecord(path: unknown): boolean {
  return (
    typeof path === 'string' && /\{(id|kind|personId)\}/.test(path) && !/message\/[a-z]|staff-/i.test(path)
  );
}

/** Anything may have changed. */
export const ALL = 'all';

/** What changed: its subjects, and by which ids a record that shows it can be known; the empty one is every record's. */
export interface Change {
  subjects: readonly Subject[] | typeof ALL;
  ids: readonly string[];
}

/** Whether the query shows one of the subjects; the key of one of `$api` has the path in second place. */
function shows(subjects: readonly Subject[]) {
  const reads = new Set<unknown>(subjects.flatMap((subject) => READS[subject]));
  const names = new Set<unknown>(subjects);
  return ({ queryKey: [first, path] }: Pick<Query, 'queryKey'>) => reads.has(path) || names.has(first);
}

/** Whether a query shows what changed: a list of its subject, or a record that names one of its ids. */
function showsChange(changes: readonly Change[], isRecord: boolean) {
  const each = changes.map(({ subjects, ids }) => ({
    touches: subjects === ALL ? () => true : shows(subjects),
    ids,
  }));
  return ({ queryKey, state: { data } }: Query) => {
    if (opensRecord(queryKey[1]) !== isRecord) return false;
    const touching = each.filter(({ touches }) => touches({ queryKey }));
    if (touching.length === 0 || !isRecord || data === undefined) return touching.length > 0;
    const shown = JSON.stringify([queryKey[2], data]);
    return touching.some(({ ids }) => ids.some((id) => shown.includes(id)));
  };
}

/** Has all records, or all lists, that show one of the changes asked for again. */
export function refreshChanged(
  client: QueryClient,
  changes: readonly Change[],
  isRecord: boolean,
): Promise<void> {
  return client.invalidateQueries({ predicate: showsChange(changes, isRecord) });
}

/** Has all that shows one of the subjects asked for again. */
export function refresh(client: QueryClient, ...subjects: Subject[]): Promise<void> {
  return client.invalidateQueries({ predicate: shows(subjects) });
}
