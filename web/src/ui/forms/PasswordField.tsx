// SPDX-License-Identifier: AGPL-3.0-or-later

// A password with a Show button. Pasting is allowed, as everywhere.
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './PasswordField.module.css';

interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly error?: ReactNode;
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
}

export function PasswordField({
  id,
  label,
  value,
  onChange,
  onBlur,
  error,
  autoComplete,
  describedBy,
  disabled,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      id={id}
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      disabled={disabled ?? false}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onBlur?.()}
      rightSectionWidth={72}
      rightSection={
        <button
          type="button"
          className={classes['show']}
          aria-label={shown ? `Hide ${label}` : `Show ${label}`}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
