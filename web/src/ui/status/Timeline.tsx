// SPDX-License-Identifier: AGPL-3.0-or-later

// What happened, where it stands and what comes: one step each, in words. Lies flat from 992 px up
// unless asked to stand.
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconPoint,
  IconReceiptRefund,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Timeline.module.css';

export interface TimelineStep {
  readonly label: string;
  readonly state: 'done' | 'current' | 'todo' | 'failed' | 'rejected' | 'refunded';
  readonly when?: ReactNode;
  readonly who?: ReactNode;
  readonly icon?: Icon;
}

interface TimelineProps {
  readonly label: string;
  readonly steps: readonly TimelineStep[];
  readonly orientation?: 'auto' | 'vertical';
}

const ICONS = {
  done: IconCheck,
  current: IconPoint,
  todo: IconPoint,
  failed: IconAlertTriangle,
  rejected: IconX,
  refunded: IconReceiptRefund,
};
const SAID = {
  done: 'done',
  current: 'current step',
  todo: 'to come',
  failed: 'not done',
  rejected: 'done',
  refunded: 'refunded',
};

export function Timeline({ label, steps, orientation = 'auto' }: TimelineProps) {
  return (
    <ol className={classes['line']} data-orientation={orientation} aria-label={label}>
      {steps.map((step, at) => {
        const StepIcon = step.state === 'done' ? IconCheck : (step.icon ?? ICONS[step.state]);
        return (
          // Steps never change places, and a step stays the same one when it is done: its ring fills.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
            <span className={classes['dot']}>
              <StepIcon size={16} aria-hidden="true" />
            </span>
            <span className={classes['words']}>
              <strong>
                {step.label}
                <span className="s-visually-hidden">, {SAID[step.state]}</span>
              </strong>
              {step.when !== undefined && <span>{step.when}</span>}
              {step.who !== undefined && <span>{step.who}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
