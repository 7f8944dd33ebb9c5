// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What stood in the forms when a session ended that nobody ended by pressing Logout. The memory of this document holds
 * it, and no storage of the browser (decision 103), for half an hour and for the same person alone: their form takes it
 * up when it is opened again at the same address. It is gone when somebody else signs in, when one signs out oneself,
 * and with the document. `watchTyped` (app/shell/typed.ts) tells who is here, unsaved.ts what is typed.
 */

/** After this it is wiped. */
const KEPT_MS = 30 * 60 * 1000;

/** Fields of which nothing is ever kept, in whatever form. A test holds the forms to such names. */
const SECRET = /password|secret|token|(?:phone|email)Code|strokes|signature|cvc/i;

/** How a form is kept over the end of a session. */
export interface Keep<Value> {
  /** Tells it from the other forms of its address, with its subject where the address does not say it. */
  readonly name: string;
  readonly typed: Value;
  readonly stored: Value;
  /** It belongs to no address. */
  readonly isAnywhere?: boolean;
  /** Takes up what was typed; the version that is changed stays the one that was just read. */
  readonly restore: (typed: Value, again: Again) => void;
}

/** A form as it was when the session ended. */
export interface Kept {
  readonly name: string;
  readonly typed: unknown;
  readonly stored: unknown;
  readonly isAnywhere?: boolean | undefined;
  /** Its last save got no answer. */
  readonly isUnanswered: boolean;
  /** Why it was refused after its form had closed, while its person stays signed in. */
  readonly refusal?: string | undefined;
  /** Told when it waits no longer: it was taken up, or is gone. */
  readonly onGone?: (() => void) | undefined;
}

/** What a form that took something up says of it. */
export interface Again {
  /** Someone stored something else meanwhile where this was typed. */
  readonly isChanged: boolean;
  readonly isUnanswered: boolean;
  /** It was refused, and nobody was signed out. */
  readonly refusal?: string | undefined;
}

interface Held {
  readonly person: string;
  readonly until: number;
  readonly forms: ReadonlyMap<string, Kept>;
  /** Nothing that was typed is missing in it. */
  readonly isWhole: boolean;
}

let held: Held | null = null;
/** Who is signed in: what is kept is for nobody else. */
let here: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function hold(next: Held | null): void {
  clearTimeout(timer);
  const before = held?.forms;
  held = next;
  // Wiped by itself, and by `current` where the computer slept meanwhile.
  if (next) timer = setTimeout(clear, next.until - Date.now());
  const left = new Set(next?.forms.values());
  for (const form of before?.values() ?? []) if (!left.has(form)) form.onGone?.();
}

function current(): Held | null {
  if (held !== null && Date.now() >= held.until) clear();
  return held;
}

function clear(): void {
  hold(null);
}

/** Somebody signed out: nothing is kept for anyone, nor what is refused after that. */
export function wipeKept(): void {
  here = null;
  clear();
}

/** Whether a form says something else than what is stored. */
export function differs(typed: unknown, stored: unknown): boolean {
  return JSON.stringify(typed) !== JSON.stringify(stored);
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function withoutSecrets(typed: unknown, stored: unknown): unknown {
  if (!isFields(typed)) return typed;
  const before = isFields(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, SECRET.test(field) ? before[field] : value]),
  );
}

const placeOf = ({ name, isAnywhere = false }: Pick<Kept, 'name' | 'isAnywhere'>): string =>
  `${isAnywhere ? '' : window.location.pathname}\n${name}`;

/** The session of `person` ended under these forms. */
export function keepForms(person: string, forms: readonly Kept[], isWhole: boolean): void {
  const before = current();
  const own = before?.person === person ? before : null;
  here = null;
  const kept = new Map(own?.forms);
  let isAll = isWhole;
  for (const one of forms) {
    const typed = withoutSecrets(one.typed, one.stored);
    isAll &&= !differs(typed, one.typed);
    if (differs(typed, one.stored)) kept.set(placeOf(one), { ...one, typed });
  }
  if (kept.size === 0) clear();
  else hold({ person, until: Date.now() + KEPT_MS, forms: kept, isWhole: isAll });
}

/** Who is signed in in this document: whoever presses something now. */
export const whoIsHere = (): string | null => here;

/**
 * It was refused after its form had closed: it waits for the form to be opened again, as after the end of a session.
 * Only for who sent it: the refusal may come when they have signed out, and somebody else is here.
 */
export function keepRefused(form: Kept, sender: string | null): boolean {
  const now = current();
  if (here === null || here !== sender || !differs(form.typed, form.stored)) return false;
  const own = now?.person === here ? now : null;
  const typed = withoutSecrets(form.typed, form.stored);
  const forms = new Map(own?.forms).set(placeOf(form), { ...form, typed });
  hold({ person: here, until: Date.now() + KEPT_MS, forms, isWhole: own?.isWhole ?? true });
  return true;
}

/** It was done in another way: nothing of it waits any more. */
export function forgetKept(form: Pick<Kept, 'name' | 'isAnywhere'>): void {
  if (held === null || find(form) === undefined) return;
  const forms = new Map(held.forms);
  forms.delete(placeOf(form));
  hold(forms.size === 0 ? null : { ...held, forms });
}

/** Someone is signed in: the same person may have it back, and for anyone else it is gone. */
export function keptIsFor(person: string): void {
  if (here === person) return;
  here = person;
  const now = current();
  if (now === null) return;
  if (now.person === person) hold({ ...now, until: Date.now() + KEPT_MS });
  else clear();
}

/** Whether all that was typed waits for its person to be back: what the sign-in page may say. */
export function isAllKept(): boolean {
  return current()?.isWhole ?? false;
}

function find(form: Pick<Kept, 'name' | 'isAnywhere'>): Kept | undefined {
  const now = current();
  return now?.person === here ? now?.forms.get(placeOf(form)) : undefined;
}

/** Whether a form of this page has something to take up: it is then open from the start. */
export function isKept(name: string): boolean {
  return find({ name }) !== undefined;
}

/** What was typed in a form, once; null where there is nothing. */
export function takeKept<Value>(
  form: Pick<Keep<Value>, 'name' | 'stored' | 'isAnywhere'>,
): (Again & { readonly typed: Value }) | null {
  const { stored } = form;
  const kept = find(form);
  if (kept === undefined) return null;
  forgetKept(form);
  const { typed, isChanged } = onto(stored, kept);
  if (!differs(typed, stored)) return null;
  // A form of the same name typed it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { typed: typed as Value, isChanged, isUnanswered: kept.isUnanswered, refusal: kept.refusal };
}

/** What was typed, on what is stored now: a field in which nobody typed says what is newest. */
function onto(newest: unknown, { typed, stored }: Kept): { typed: unknown; isChanged: boolean } {
  if (!differs(stored, newest)) return { typed, isChanged: false };
  if (!isFields(typed) || !isFields(stored) || !isFields(newest)) return { typed, isChanged: true };
  const touched = Object.keys(typed).filter((field) => differs(typed[field], stored[field]));
  return {
    typed: { ...newest, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) },
    isChanged: touched.some((field) => differs(newest[field], stored[field])),
  };
}
