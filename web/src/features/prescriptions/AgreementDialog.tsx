// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The six statements before a request is sent; "I confirm" works only when all
 * are ticked, and says so until then. The statements come from the server.
 */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import css from './dialogs.module.css';

interface AgreementDialogProps {
  opened: boolean;
  statements: readonly string[];
  onClose: () => void;
  onConfirm: (agreement: boolean[]) => void;
}

export function AgreementDialog({ opened, statements, onClose, onConfirm }: AgreementDialogProps) {
  if (!opened) return null;
  return <Agreement statements={statements} onClose={onClose} onConfirm={onConfirm} />;
}

/** Drawn again for every opening, so that no box stays ticked from before. */
function Agreement({ statements, onClose, onConfirm }: Omit<AgreementDialogProps, 'opened'>) {
  const [ticked, setTicked] = useState<boolean[]>(() => statements.map(() => false));
  const count = ticked.filter(Boolean).length;
  const all = count === statements.length;
  return (
    <Dialog
      opened
      onClose={onClose}
      size={600}
      title="Before we send your request"
      footer={
        <div className={css.footer}>
          <CancelButton onCancel={onClose} />
          <ReasonedButton
            reason={all ? null : 'Tick all six boxes to continue.'}
            onClick={() => onConfirm(ticked)}
          >
            I confirm
          </ReasonedButton>
        </div>
      }
    >
      <p className={css.count} role="status">
        {count} of {statements.length} ticked
      </p>
      <ul className={css.statements}>
        {statements.map((statement, index) => (
          <li key={statement}>
            <Checkbox
              label={statement}
              checked={ticked[index] ?? false}
              onChange={(event) => {
                const checked = event.currentTarget.checked;
                setTicked(ticked.map((one, at) => (at === index ? checked : one)));
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
