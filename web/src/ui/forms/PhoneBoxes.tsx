// SPDX-License-Identifier: AGPL-3.0-or-later

// A North American number in three boxes of 3, 3 and 4 digits. Typing moves on, deleting moves back,
// pasting a whole number into any box fills all three. Whether the number is real is not checked here.
import { Input } from '@mantine/core';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { describedBy, Field } from './Field';
import classes from './Field.module.css';

interface PhoneBoxesProps {
  readonly id: string;
  readonly label: string;
  /** Up to ten digits, nothing else. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** When the focus leaves all three boxes. */
  readonly onBlur?: (() => void) | undefined;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoComplete?: boolean;
}

const PARTS = [
  { name: 'area code', from: 0, to: 3, className: classes['phone3'] },
  { name: 'first three digits', from: 3, to: 6, className: classes['phone3'] },
  { name: 'last four digits', from: 6, to: 10, className: classes['phone4'] },
] as const;

export function digitsOf(text: string): string {
  return text
    .replaceAll(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10);
}

/** A partly filled number keeps its places: blanks stand for digits not yet typed. */
function split(value: string): string[] {
  return PARTS.map((part) => value.slice(part.from, part.to).trim());
}

function join(parts: readonly string[]): string {
  return parts
    .map((part, at) => (at < 2 ? part.padEnd(3, ' ') : part))
    .join('')
    .trimEnd();
}

export function PhoneBoxes({
  id,
  label,
  value,
  onChange,
  onBlur,
  hint,
  error,
  required,
  disabled,
  autoComplete,
}: PhoneBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const parts = split(value);
  const put = (at: number, text: string) => {
    const digits = text.replaceAll(/\D/g, '');
    if (digits.length >= 10) {
      onChange(digitsOf(digits));
      boxes.current[2]?.focus();
      return;
    }
    const part = PARTS[at];
    if (!part) return;
    const size = part.to - part.from;
    onChange(join(parts.map((old, one) => (one === at ? digits.slice(0, size) : old))));
    if (digits.length >= size && at < 2) boxes.current[at + 1]?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    const digits = digitsOf(event.clipboardData.getData('text'));
    if (digits.length < 10) return;
    event.preventDefault();
    onChange(digits);
    boxes.current[2]?.focus();
  };
  const back = (at: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && parts[at] === '' && at > 0) boxes.current[at - 1]?.focus();
  };
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required}>
      <div className={classes['row']} onBlur={leave}>
        {PARTS.map((part, at) => (
          <div key={part.name} className={`${part.className ?? ''} ${classes['digits'] ?? ''}`}>
            <Input
              ref={(box: HTMLInputElement | null) => {
                boxes.current[at] = box;
              }}
              aria-label={`${label}, ${part.name}`}
              aria-describedby={describedBy(id, hint, error)}
              aria-required={required || undefined}
              inputMode="numeric"
              autoComplete={at === 0 && autoComplete ? 'tel-national' : 'off'}
              value={parts[at] ?? ''}
              error={Boolean(error)}
              disabled={disabled ?? false}
              onChange={(event) => put(at, event.currentTarget.value)}
              onPaste={paste}
              onKeyDown={(event) => back(at, event)}
            />
          </div>
        ))}
      </div>
    </Field>
  );
}
