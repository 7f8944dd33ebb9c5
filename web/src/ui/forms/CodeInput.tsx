// SPDX-License-Identifier: AGPL-3.0-or-later

// Boxes for a code that was sent or shown elsewhere. Submits by itself when full. What is pasted, or filled in by a
// keyboard's suggestion, may have spaces, hyphens or words around the digits.
import { PinInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from '../feedback/states';
import { isChord } from '../keyboard/chord';
import { FieldError } from './faults';
import { describedBy, Field } from './Field';

/** The code in a text: so many digits on their own, or parted by spaces or hyphens, or else the digits there are. */
function codeIn(text: string, length: number): string {
  const alone = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(text);
  const parted = new RegExp(`(?<!\\d)\\d(?:[\\s-]?\\d){${length - 1}}(?!\\d)`).exec(text);
  return (alone ?? parted ?? [text])[0].replaceAll(/\D/g, '').slice(0, length);
}

interface CodeInputProps {
  readonly id: string;
  readonly label: string;
  readonly length?: number;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onComplete?: (code: string) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The fault is said aloud when it comes; for a form without a summary that says it. */
  readonly live?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** The code comes by text message, and none goes out at the moment. */
  readonly delayed?: boolean;
}

export function CodeInput({
  id,
  label,
  length = 6,
  value,
  onChange,
  onComplete,
  hint,
  error,
  live,
  disabled,
  autoFocus,
  delayed = false,
}: CodeInputProps) {
  const root = useRef<HTMLDivElement>(null);
  const [hasNoDigits, setHasNoDigits] = useState(false);
  const fault =
    error ?? (hasNoDigits ? <FieldError message="There is no code in what was pasted." /> : undefined);
  const focusBox = (at: number) =>
    root.current
      ?.querySelectorAll('input')
      .item(Math.min(Math.max(at, 0), length - 1))
      .focus();
  const change = (next: string) => {
    setHasNoDigits(false);
    onChange(next);
  };
  const take = (text: string) => {
    const code = codeIn(text, length);
    if (code === '') {
      setHasNoDigits(true);
      return;
    }
    change(code);
    focusBox(code.length);
    if (code.length === length) onComplete?.(code);
  };
  const type = (next: string) => {
    change(next);
    if (next.length === length && value.length < length) onComplete?.(next);
  };
  // Instead of the library's own, which takes every key that is no digit: Enter sends the form, and the
  // browser's keys stay the browser's.
  const press = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (isChord(event)) return;
    const held = value[at] ?? '';
    const without = () => change(value.slice(0, at) + value.slice(at + 1));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => focusBox(at - 1),
      ArrowRight: () => focusBox(at + 1),
      ' ': () => focusBox(at + 1),
      Delete: without,
      Backspace: () => {
        if (held !== '') without();
        if (at < length - 1 || held === '') focusBox(at - 1);
      },
    };
    const isOther = event.key.length === 1 && !/\d/.test(event.key);
    const isSame = held !== '' && event.key === held;
    const act = keys[event.key] ?? (isSame ? keys['ArrowRight'] : undefined);
    if (act || isOther) event.preventDefault();
    act?.();
  };
  // A full code that is gone at once was refused: the next one is typed from the first box on.
  const before = useRef(value);
  useEffect(() => {
    const wasFull = before.current.length === length;
    before.current = value;
    if (wasFull && value === '') root.current?.querySelector('input')?.focus();
  }, [value, length]);
  const boxes = (
    <Field id={id} label={label} hint={hint} error={fault} live={live || hasNoDigits}>
      <PinInput
        rootRef={root}
        onPasteCapture={(event) => {
          event.preventDefault();
          event.stopPropagation();
          take(event.clipboardData.getData('text/plain'));
        }}
        // Typing puts one digit into a box, beside the one it replaces; more came at once.
        onInputCapture={(event) => {
          const { target, currentTarget } = event;
          if (!(target instanceof HTMLInputElement) || target.value.length <= 2) return;
          event.stopPropagation();
          const text = target.value;
          // The box holds what it held, until it is drawn with its own digit.
          target.value = value[[...currentTarget.querySelectorAll('input')].indexOf(target)] ?? '';
          take(text);
        }}
        oneTimeCode
        type="number"
        length={length}
        placeholder=""
        gap={8}
        value={value}
        onChange={type}
        error={Boolean(fault)}
        disabled={disabled ?? false}
        autoFocus={autoFocus ?? false}
        getInputProps={(at: number) => ({
          'aria-label': `${label}, digit ${at + 1} of ${length}`,
          'aria-describedby': describedBy(id, hint, fault),
          onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => press(event, at),
        })}
      />
    </Field>
  );
  return (
    <>
      {delayed && (
        <Notice kind="warning" live title="Text messages are not going out at the moment.">
          We keep trying for as long as your code is valid.
        </Notice>
      )}
      {boxes}
    </>
  );
}
