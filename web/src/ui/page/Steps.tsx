// SPDX-License-Identifier: AGPL-3.0-or-later

// The steps of a long form: a list at the left from 992 px up, "Step 2 of 4" under that.
import { IconCheck } from '@tabler/icons-react';
import classes from './Steps.module.css';

interface StepsProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Zero-based. */
  readonly current: number;
}

export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <p className={classes['short']}>
        Step {current + 1} of {steps.length}
      </p>
      <ol className={classes['steps']}>
        {steps.map((step, at) => (
          <li
            key={step}
            data-state={at < current ? 'done' : at === current ? 'current' : 'todo'}
            aria-current={at === current ? 'step' : undefined}
          >
            <span className={classes['dot']}>
              {at < current ? <IconCheck size={16} aria-hidden="true" /> : at + 1}
            </span>
            <span className={classes['words']}>
              <strong>{step}</strong>
              {at < current && <span>Done</span>}
              {at === current && <span>You are here</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
