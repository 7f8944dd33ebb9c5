// SPDX-License-Identifier: AGPL-3.0-or-later

// Who has opened a record, by the clinic's day and person: a doctor who works through a request leaves
// twenty entries, and its patient wants to know that she was there, what for and from when to when.
import type { AccessLogEntry } from '../../api/generated/schema';
import { clinicDay } from '../../ui/format';

/** One person's acts of one day of the clinic. */
export interface AccessDay {
  readonly key: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly by: AccessLogEntry['by'];
  readonly role: AccessLogEntry['role'];
  /** What was done and how often, in the order in which each was last done, newest first. Lists are apart. */
  readonly done: readonly { readonly what: string; readonly times: number }[];
  /** How often the name or the request was a row of a list that this person looked through. */
  readonly inLists: number;
  /** Newest first. */
  readonly acts: readonly AccessLogEntry[];
}

/** "Viewed the request in a list of prescriptions": nobody opened anything. */
const IN_A_LIST = /^Viewed\b.*\blist\b/;

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Entries, newest first, as one row a person and day; the same person in two roles is two rows. */
export function accessDays(entries: readonly AccessLogEntry[]): AccessDay[] {
  const byKey = grouped(entries, (entry) =>
    [clinicDay(new Date(entry.at)), entry.by?._id ?? '', entry.role].join(' '),
  );
  return [...byKey].flatMap(([key, acts]) => {
    const [newest] = acts;
    if (!newest) return [];
    const opened = acts.filter((entry) => !IN_A_LIST.test(entry.what));
    const done = [...grouped(opened, (entry) => entry.what)].map(([what, same]) => ({
      what,
      times: same.length,
    }));
    const day = clinicDay(new Date(newest.at));
    const inLists = acts.length - opened.length;
    return [{ key, day, by: newest.by, role: newest.role, done, inLists, acts }];
  });
}
