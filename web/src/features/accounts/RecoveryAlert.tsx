// SPDX-License-Identifier: AGPL-3.0-or-later

// The red alert of a failed recovery, which can be put away.
import { CloseButton } from '@mantine/core';
import { Refusal } from '../../ui/forms/faults';
import classes from './accounts.module.css';

interface RecoveryAlertProps {
  readonly problem: string | null;
  readonly onClose: () => void;
}

export function RecoveryAlert({ problem, onClose }: RecoveryAlertProps) {
  if (problem === null) return null;
  return (
    <div className={classes['alert']}>
      <Refusal title={problem} />
      <CloseButton aria-label="Close the message" onClick={onClose} />
    </div>
  );
}
