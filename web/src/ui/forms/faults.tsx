// SPDX-License-Identifier: AGPL-3.0-or-later

// Faults of a form: kept by field, shown beside the field and listed on top with links. Knows no
// server: any failure that carries `errors` will do.
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { unansweredText, wordsOf } from '../feedback/failureText';
import { Notice } from '../feedback/states';
import { useErrorTitle } from '../page/tabTitle';
import classes from './faults.module.css';
import { differs, type Keep } from './keeping';
import { type Own, useUnsaved } from './unsaved';

export interface Fault {
  readonly field: string;
  readonly message: string;
  /** What heads the summary in the place of its usual words: nothing that was typed is at fault. */
  readonly title?: string;
}

export interface Faults {
  readonly faults: readonly Fault[];
  readonly set: (faults: readonly Fault[]) => void;
  /** Takes the field faults out of a failed call; a failure without any becomes one general line. */
  readonly fromError: (failure: unknown) => void;
  /** Adds one fault, found while typing on: it is shown beside the field and does not move the focus. */
  readonly add: (fault: Fault) => void;
  /** Takes back the message of one field, or of all. */
  readonly clear: (field?: string) => void;
  /** For Mantine's `error`: the message with its icon, or undefined. */
  readonly error: (field: string) => ReactNode;
  /** Counts submissions, so that the summary takes the focus again each time. */
  readonly round: number;
  /** Closes the form and saves nothing; knows whether its last save got an answer. */
  readonly leave: Own;
}

function isFault(value: unknown): value is Fault {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** The faults a failure carries. */
export function faultsOf(failure: unknown): readonly Fault[] {
  if (
    typeof failure === 'object' &&
    failure !== null &&
    'errors' in failure &&
    Array.isArray(failure.errors)
  ) {
    const found = failure.errors.filter(isFault);
    if (found.length > 0) return found;
  }
  const unknown = unansweredText(failure);
  if (unknown !== null) {
    const title = unknown.slice(0, unknown.indexOf('. '));
    return [{ field: '', title, message: unknown.slice(title.length + 2) }];
  }
  return [{ field: '', message: wordsOf(failure) }];
}

export function FieldError({ message }: { readonly message: string }) {
  return (
    <>
      <IconAlertCircle size={18} aria-hidden="true" />
      <span>{message}</span>
    </>
  );
}

/** What a form says, and what is stored; where it says both, it is saved. */
export interface Typed<Value> {
  readonly typed: Value;
  readonly stored: Value;
  /** How it is kept over the end of a session; null for a password, a code, and where nobody is signed in. */
  readonly keep: Pick<Keep<Value>, 'name' | 'restore'> | null;
  /** What both say, where they may differ and say the same. */
  readonly meaning?: (values: Value) => unknown;
  /** Where else what was typed is still there. */
  readonly outlives?: (pathname: string) => boolean;
  /** The part of a page that it belongs to (`askAboutPart`). */
  readonly part?: string;
  /** Told when what was sent without an answer is seen to be stored: it was done. */
  readonly onSeen?: () => void;
}

/** Sees whether what a form says becomes what is stored, after a save without an answer. */
function useSeen(
  meant: unknown,
  onSeen: (() => void) | undefined,
  isDirty: boolean,
): (isUnanswered: boolean) => void {
  const stored = JSON.stringify(meant);
  const newest = useRef(stored);
  // What was stored when the answer was lost: typing that again is no save.
  const before = useRef<string | null>(null);
  const seen = useEffectEvent(() => onSeen?.());
  useEffect(() => {
    newest.current = stored;
    if (before.current === null || isDirty || stored === before.current) return;
    before.current = null;
    seen();
  }, [isDirty, stored]);
  return useCallback((isUnanswered) => {
    before.current = isUnanswered ? newest.current : null;
  }, []);
}

const asTyped = <Value,>(values: Value): unknown => values;

/** `form` is what would be lost; null for a search, a code or a sign-in, of which nothing is. */
export function useFaults<Value>(form: Typed<Value> | null): Faults {
  const meaning = form?.meaning ?? asTyped<Value>;
  const stored = form === null ? undefined : meaning(form.stored);
  const isDirty = form !== null && differs(meaning(form.typed), stored);
  const keep = form?.keep ? { ...form.keep, typed: form.typed, stored: form.stored } : null;
  const leave = useUnsaved(isDirty, keep, form?.outlives, form?.part);
  const follow = useSeen(stored, form?.onSeen, isDirty);
  const [state, setState] = useState<{ faults: readonly Fault[]; round: number }>({ faults: [], round: 0 });
  const set = useCallback(
    (faults: readonly Fault[]) => {
      const isUnanswered = faults.some(({ title }) => title !== undefined);
      leave.failed(isUnanswered);
      follow(isUnanswered);
      setState((before) => ({ faults, round: faults.length > 0 ? before.round + 1 : before.round }));
    },
    [leave, follow],
  );
  const fromError = useCallback((failure: unknown) => set(faultsOf(failure)), [set]);
  const clear = useCallback((field?: string) => {
    setState((before) => {
      const left = field === undefined ? [] : before.faults.filter((fault) => fault.field !== field);
      return left.length === before.faults.length ? before : { ...before, faults: left };
    });
  }, []);
  const add = useCallback((fault: Fault) => {
    setState((before) => {
      const known = before.faults.some((one) => one.field === fault.field);
      const faults = known
        ? before.faults.map((one) => (one.field === fault.field ? fault : one))
        : [...before.faults, fault];
      return { ...before, faults };
    });
  }, []);
  const error = (field: string): ReactNode => {
    const found = state.faults.find((fault) => fault.field === field);
    return found ? <FieldError message={found.message} /> : undefined;
  };
  return { faults: state.faults, set, add, fromError, clear, error, round: state.round, leave };
}

interface ErrorSummaryProps {
  readonly title?: string;
  readonly faults: readonly Fault[];
  /** From useFaults(): a repeated submission with the same faults takes the focus again. */
  readonly round?: number;
  /** What is asked for by a field, where the same message may stand at several. */
  readonly nameOf?: (field: string) => string | undefined;
  /** When a field's control is not on screen (another step), go there first. */
  readonly onJump?: (field: string) => void;
}

function jump(field: string): void {
  const place = document.getElementById(field);
  const control = place?.matches('input,select,textarea,button,a,[tabindex]')
    ? place
    : place?.querySelector<HTMLElement>('input,select,textarea,button,[tabindex]');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

/** "Reading 2: It is required.", and "Do you snore? It is required." */
function entryOf({ message }: Fault, name: string | undefined): string {
  if (name === undefined) return message;
  return /[.?!:]$/.test(name) ? `${name} ${message}` : `${name}: ${message}`;
}

/** Stands above a form; shows nothing while there is no fault. Each control needs `id` = its field. */
export function ErrorSummary({
  title = 'Please correct errors below',
  faults,
  round,
  nameOf,
  onJump,
}: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const heading = useId();
  // Faults found while typing, before the first submission, stand beside their fields only.
  const any = faults.length > 0 && round !== 0;
  const seen = useRef({ count: 0, round: 0 });
  // A refused submission moves the focus here; clearing one message must not.
  useEffect(() => {
    const fresh = round === undefined ? faults.length > seen.current.count : round > seen.current.round;
    seen.current = { count: faults.length, round: round ?? 0 };
    if (fresh) box.current?.focus();
  }, [faults, round]);
  useErrorTitle(any);
  if (!any) return null;
  return (
    <div ref={box} className={classes['summary']} role="alert" tabIndex={-1} aria-labelledby={heading}>
      <IconAlertTriangle size={24} aria-hidden="true" />
      <div>
        <h2 id={heading}>{faults.find((fault) => fault.title !== undefined)?.title ?? title}</h2>
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.field}-${fault.message}`}>
              {fault.field === '' ? (
                fault.message
              ) : (
                <a
                  href={`#${fault.field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onJump?.(fault.field);
                    // After the other step is drawn.
                    requestAnimationFrame(() => jump(fault.field));
                  }}
                >
                  {entryOf(fault, nameOf?.(fault.field))}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface RefusalProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Why a form was refused, where no field is to blame: like the summary it takes the focus when it comes. */
export function Refusal({ title, children }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null);
  useErrorTitle(true);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="error" live title={title}>
        {children}
      </Notice>
    </div>
  );
}
