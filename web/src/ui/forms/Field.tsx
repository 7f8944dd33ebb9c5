// SPDX-License-Identifier: AGPL-3.0-or-later

// A group of controls under one label, with hint and fault, as a fieldset: what a single control
// gets from Mantine's own wrapper.
import type { ReactNode } from 'react';
import classes from './Field.module.css';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly required?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The fault is said aloud when it comes; where a summary says it, it is not. */
  readonly live?: boolean | undefined;
  readonly children: ReactNode;
}

/** The id of the hint and the fault, for `aria-describedby` of the controls inside. */
export function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter((one) => one !== '');
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function Field({ id, label, required, hint, error, live = false, children }: FieldProps) {
  return (
    <fieldset
      id={id}
      className={`s-field ${classes['field'] ?? ''}`}
      data-faulty={error ? true : undefined}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className="mantine-InputWrapper-label">
        {label}
        {required && (
          <span className="mantine-InputWrapper-required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      {hint && (
        <div id={`${id}-hint`} className="mantine-InputWrapper-description">
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className="s-field-error" role={live ? 'alert' : undefined}>
          {error}
        </div>
      )}
      <div className={classes['controls']}>{children}</div>
    </fieldset>
  );
}
