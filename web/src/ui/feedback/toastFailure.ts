// SPDX-License-Identifier: AGPL-3.0-or-later

// What is said of a command that failed. A refusal is the server's word. Without an answer nobody knows
// whether it was done: then that is said, and it goes as soon as what it was pressed on is seen to have
// changed. Both go with the next command that succeeds. Knows no client: the failure brings its words.
import type { QueryClient } from '@tanstack/react-query';
import { failureText, isUnanswered, unansweredText, unreadText, wordsOf } from './failureText';
import { toast } from './toasts';

/** What a command was pressed on, as it was on screen then. */
interface Subject {
  readonly _id: string;
}

/** `refused` is what a refusal is headed by, where its own words are not enough. */
export function toastFailure(failure: unknown, of?: Subject, refused?: string): void {
  const unknown = unansweredText(failure);
  if (unknown === null) {
    refusals.add(
      refused === undefined ? toast.failure(failureText(failure)) : toast.failure(refused, wordsOf(failure)),
    );
    return;
  }
  // Its change was seen before its answer was missed: the page says what is true.
  if (of && isNewerKnown(of)) return;
  const id = toast.failure(unknown);
  if (of) followed = [...followed, { toast: id, of, shownBy: showing(of) }];
}

const refusals = new Set<number>();

/** Someone signed in: what was refused before was pressed in a session that is over. */
export function closeRefusals(): void {
  for (const id of refusals) toast.close(id);
  refusals.clear();
}

/** Something could not be read, such as a file to save. */
export function toastUnread(failure: unknown, refused?: string): void {
  if (refused === undefined || isUnanswered(failure)) toast.failure(unreadText(failure));
  else toast.failure(refused, wordsOf(failure));
}

interface Followed {
  readonly toast: number;
  readonly of: Subject;
  /** The queries it was in: where it is not any more, it has changed too. */
  readonly shownBy: ReadonlySet<string>;
}

type Found = Readonly<Record<string, unknown>>;

let followed: readonly Followed[] = [];
let client: QueryClient | null = null;

/** Sees what becomes of the subjects in everything that is read. */
export function followSubjects(known: QueryClient): () => void {
  client = known;
  return known.getQueryCache().subscribe((event) => {
    if (followed.length === 0 || event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryHash, state } = event.query;
    const over = followed.filter(({ of, shownBy }) => {
      const now = find(state.data, of._id);
      return now === null ? shownBy.has(queryHash) : differs(of, now);
    });
    if (over.length === 0) return;
    followed = followed.filter((one) => !over.includes(one));
    for (const one of over) toast.close(one.toast);
  });
}

function queries() {
  return client?.getQueryCache().getAll() ?? [];
}

function showing({ _id }: Subject): ReadonlySet<string> {
  return new Set(
    queries()
      .filter(({ state }) => find(state.data, _id) !== null)
      .map(({ queryHash }) => queryHash),
  );
}

/** Only a version tells which of two came later. */
function isNewerKnown(of: Subject): boolean {
  const seen = versionOf(of);
  return (
    seen !== null && queries().some(({ state }) => (versionOf(find(state.data, of._id) ?? {}) ?? seen) > seen)
  );
}

function versionOf(one: object): number | null {
  return 'version' in one && typeof one.version === 'number' ? one.version : null;
}

/** By the versions, where both have one; else by what both say in a word. */
function differs(of: Subject, now: Found): boolean {
  const [seen, newest] = [versionOf(of), versionOf(now)];
  if (seen !== null && newest !== null) return seen !== newest;
  return Object.entries(of).some(([name, value]) => isWord(value) && name in now && now[name] !== value);
}

function isWord(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** The first with this id, at any depth. */
function find(data: unknown, id: string): Found | null {
  if (typeof data !== 'object' || data === null || data instanceof Blob) return null;
  if (isRecord(data) && data['_id'] === id) return data;
  for (const part of Object.values(data)) {
    const found = find(part, id);
    if (found) return found;
  }
  return null;
}

function isRecord(value: object): value is Found {
  return !Array.isArray(value);
}
