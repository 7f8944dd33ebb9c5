// SPDX-License-Identifier: AGPL-3.0-or-later

// Boxes for a code that was sent or shown elsewhere. Submits by itself when full; pasting works.
import { PinInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../feedback/states';
import { describedBy, Field } from './Field';

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
  const boxes = (
    <Field id={id} label={label} hint={hint} error={error} live={live}>
      <PinInput
        oneTimeCode
        type="number"
        inputMode="numeric"
        length={length}
        placeholder=""
        gap={8}
        value={value}
        onChange={onChange}
        {...(onComplete ? { onComplete } : {})}
        error={Boolean(error)}
        disabled={disabled ?? false}
        autoFocus={autoFocus ?? false}
        getInputProps={(at: number) => ({
          'aria-label': `${label}, digit ${at + 1} of ${length}`,
          'aria-describedby': describedBy(id, hint, error),
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
