// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What was typed and is not saved. Nothing of it is kept in the browser (decision 103), so whoever is about to lose it
 * is asked first: by the browser when the document goes, by a dialog (LeaveQuestion.tsx) when the page, the form or its
 * dialog does. A form registers here through `useFaults` or `useFaultedForm`, any other by `useUnsaved`.
 * The end of a session asks nobody: what was typed waits in this document for the same person (keeping.ts).
 * Where the last save got no answer it may be saved: the form says so (`Own.failed`), and nobody calls it unsaved then.
 */
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { type Again, type Keep, keepForms, keepRefused, takeKept } from './keeping';
import { isUnanswered as nobodyAnswered, wordsOf } from '../feedback/failureText';

/** Whether what is typed outlives the way to another address. */
type Outlives = (pathname: string) => boolean;

type Shown = Omit<Keep<unknown>, 'restore'>;

interface Entry {
  readonly outlives: () => Outlives;
  /** The part of a page it belongs to, where one of them is closed by what lies outside of it. */
  readonly part?: string | undefined;
  /** Its last save got no answer. */
  readonly isUnanswered: () => boolean;
  /** How it is kept over the end of the session; null where nothing of it is. */
  readonly keep: () => Shown | null;
}

const entries = new Set<Entry>();
/** Given up for a way to another address. What is still there afterwards is unsaved as before. */
const leaving = new Set<Entry>();

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** A page that listens for it is not kept for Back: it listens only while there is something to lose. */
function listen(): void {
  if (entries.size > 0) window.addEventListener('beforeunload', askBrowser);
  else window.removeEventListener('beforeunload', askBrowser);
}

const nowhere: Outlives = () => false;

function hold(entry: Entry): () => void {
  entries.add(entry);
  listen();
  return () => {
    entries.delete(entry);
    leaving.delete(entry);
    listen();
  };
}

/** From now on nobody leaves the document without a question; answers how to end that. */
export function holdInDocument(keep: () => Shown | null): () => void {
  return hold({ outlives: () => () => true, isUnanswered: () => false, keep });
}

/** Typed, and on its way to the server: nobody is asked about it. */
const underWay = new Set<() => Shown>();

/** For what is sent while no form holds it: until it is answered the end of a session keeps it. Answers how to end that. */
export function keepUnderWay(keep: () => Shown): () => void {
  // One of its own for each call.
  const own = () => keep();
  underWay.add(own);
  return () => {
    underWay.delete(own);
  };
}

/**
 * What was sent by a form that closed before the answer, and was not done: its words wait for the form to be opened
 * again, which says why, and the document is not left without a question meanwhile.
 */
export function keepAfterRefusal(form: Shown, failure: unknown, sender: string | null): void {
  let end = () => {};
  const isUnanswered = nobodyAnswered(failure);
  const isKept = keepRefused(
    { ...form, isUnanswered, refusal: wordsOf(failure), onGone: () => end() },
    sender,
  );
  if (isKept) end = holdInDocument(() => form);
}

/** The session of a person ended, and not by their own hand: what they typed waits for them. */
export function keepUnsaved(person: string): void {
  const forms = [
    ...[...underWay].map((keep) => ({ keep: keep(), isUnanswered: false })),
    // What was typed since stands above what is on its way.
    ...[...entries].map((entry) => ({ keep: entry.keep(), isUnanswered: entry.isUnanswered() })),
  ];
  keepForms(
    person,
    forms.flatMap(({ keep, isUnanswered }) => (keep === null ? [] : [{ ...keep, isUnanswered }])),
    forms.every(({ keep }) => keep !== null),
  );
}

/** Closes what is typed in, at once or when whoever typed says so. */
export type Leave = (close: () => void) => void;

/** Of one form: how it is closed, and what became of its saves. */
export interface Own extends Leave {
  /** A save of it failed, `isUnanswered` where nobody knows whether it was done (failureText.ts). */
  readonly failed: (isUnanswered: boolean) => void;
  /** Whether what is typed may be saved already, because an answer was lost. */
  readonly isUnanswered: () => boolean;
  /** What it took up that was typed before a session ended (HereAgain.tsx); null when nothing. */
  readonly hereAgain: () => Again | null;
}

interface Holder {
  readonly leave: Own;
  /** Holds it from now on; answers how to end that. */
  readonly begin: (entry: Omit<Entry, 'isUnanswered'>) => () => void;
  readonly tookUp: (again: Again) => void;
}

function newHolder(): Holder {
  let isUnanswered = false;
  let taken: Again | null = null;
  let own: Entry | null = null;
  const leave: Leave = (close) => askAbout((entry) => entry === own, close);
  return {
    leave: Object.assign(leave, {
      failed: (nobodyKnows: boolean) => {
        isUnanswered = nobodyKnows;
      },
      isUnanswered: () => isUnanswered,
      hereAgain: () => taken,
    }),
    tookUp: (again) => {
      taken = again;
      isUnanswered = again.isUnanswered;
    },
    begin: (entry) => {
      own = { ...entry, isUnanswered: () => isUnanswered };
      const end = hold(own);
      return () => {
        // Saved, or as it is stored again.
        isUnanswered = false;
        taken = null;
        end();
      };
    },
  };
}

/**
 * While `isDirty`, nobody leaves without a question. `keep` says how it is kept over the end of a session, and is null
 * for what never is: a password, a code, a card, a signature, and what the server keeps.
 */
export function useUnsaved<Value>(
  isDirty: boolean,
  keep: Keep<Value> | null,
  outlives: Outlives = nowhere,
  part?: string,
): Own {
  const [{ leave, begin, tookUp }] = useState(newHolder);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const newest = useRef({ outlives, keep });
  useEffect(() => {
    newest.current = { outlives, keep };
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const end = begin({
      outlives: () => newest.current.outlives,
      part,
      keep: () => newest.current.keep,
    });
    return () => {
      const wasSaid = leave.hereAgain() !== null;
      end();
      if (wasSaid) redraw();
    };
  }, [isDirty, begin, leave, part]);
  const takeUp = useEffectEvent(() => {
    const again = keep && takeKept(keep);
    if (!again) return;
    tookUp(again);
    keep.restore(again.typed, again);
  });
  // When the form comes, or is opened.
  const name = keep?.name;
  useEffect(() => {
    if (name !== undefined) takeUp();
  }, [name]);
  return leave;
}

/** Typed and stored alike: nothing of it is kept. */
const NOTHING: Shown = { name: '', typed: '', stored: '' };

/** What a draft that saves itself is at; `unanswered` where a save got no answer, and is tried again. */
export type Saving = 'kept' | 'waiting' | 'failed' | 'unanswered';

/**
 * A draft that saves itself is asked about only while it cannot be saved. What was typed since the last save outlives
 * the end of a session as `keep` says; null until the stored draft is known, for it goes on from that.
 */
export function useUnsavedDraft<Value>(saving: Saving, keep: Keep<Value> | null): void {
  const own = useUnsaved(saving === 'failed' || saving === 'unanswered', keep);
  const newest = useRef(keep);
  useEffect(() => {
    newest.current = keep;
  });
  const waits = saving === 'waiting' && keep !== null;
  useEffect(() => (waits ? keepUnderWay(() => newest.current ?? NOTHING) : undefined), [waits]);
  useEffect(() => own.failed(saving === 'unanswered'), [own, saving]);
}

export { differs } from './keeping';

/** It is saved, or given up: nobody is asked about it any more. */
export function forgetUnsaved(): void {
  entries.clear();
  leaving.clear();
  listen();
}

/** What is unsaved now, for `askFirst` to tell what was there before. */
export function unsavedNow(): ReadonlySet<unknown> {
  return new Set(entries);
}

type Answer = (leaves: boolean) => void;

export interface LeaveAsked {
  readonly answer: Answer;
  /** Something of it may be saved already. */
  readonly isUnanswered: boolean;
}

let asked: LeaveAsked | null = null;
/** The key that answered reaches the dialog under the question too. */
let isAnswering = false;
const listeners = new Set<() => void>();

function setAsked(next: LeaveAsked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const leaveQuestion = {
  read: (): LeaveAsked | null => asked,
  /** Called by what draws the question. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function ask(about: readonly Entry[]): Promise<boolean> {
  asked?.answer(false);
  // Nobody draws the question: outside of the app, as in component tests.
  if (listeners.size === 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      isAnswering = true;
      setTimeout(() => {
        isAnswering = false;
      }, 0);
      setAsked(null);
      resolve(leaves);
    };
    setAsked({ answer, isUnanswered: about.some((entry) => entry.isUnanswered()) });
  });
}

/** Whether the way to another address loses nothing, or may. */
export async function mayLeaveFor(pathname: string): Promise<boolean> {
  const lost = lostFor(pathname);
  const leaves = lost.length === 0 || (await ask(lost));
  if (leaves) forgetFor(pathname);
  return leaves;
}

function lostFor(pathname: string): readonly Entry[] {
  return [...entries].filter((entry) => !entry.outlives()(pathname));
}

export function losesTextFor(pathname: string): boolean {
  return lostFor(pathname).length > 0;
}

function forgetFor(pathname: string): void {
  for (const entry of entries)
    if (!entry.outlives()(pathname)) {
      entries.delete(entry);
      leaving.add(entry);
    }
  listen();
}

/** Said when the next page stands: a dialog may have stayed, with what was typed in it. */
export function arrived(): void {
  for (const entry of leaving) entries.add(entry);
  leaving.clear();
  listen();
}

/** For what closes several forms: asks about all that end with them, but those that were unsaved `before`. */
export function askFirst(close: () => void, before: ReadonlySet<unknown> = new Set()): void {
  askAbout((entry) => !before.has(entry) && !entry.outlives()(''), close);
}

/** For what closes one part of a page. */
export function askAboutPart(part: string, close: () => void): void {
  askAbout((entry) => entry.part === part, close);
}

function askAbout(isClosed: (entry: Entry) => boolean, close: () => void): void {
  if (asked !== null || isAnswering) return;
  const typed = [...entries].filter(isClosed);
  if (typed.length === 0) return close();
  void ask(typed).then((leaves) => {
    if (!leaves) return;
    for (const entry of typed) entries.delete(entry);
    listen();
    close();
  });
}
