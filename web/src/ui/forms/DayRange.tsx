// SPDX-License-Identifier: AGPL-3.0-or-later

// The first and the last day of what a list shows, under one name. What may be chosen, and what is wrong
// with it, is the list's.
import type { ReactNode } from 'react';
import classes from './DayRange.module.css';

interface DayRangeProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** The two fields. */
  readonly children: ReactNode;
}

export function DayRange({ label, className = '', children }: DayRangeProps) {
  return (
    <fieldset className={`${classes['days'] ?? ''} ${className}`}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
