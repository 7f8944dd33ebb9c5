// SPDX-License-Identifier: AGPL-3.0-or-later

// Asks before something that cannot be undone. The safe button comes first and has the focus; the
// dangerous one carries the specified words in red. A question is answered once: the second press of a double click, and
// one on a dialog that is about to close, is none.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly question: ReactNode;
  readonly safeLabel: string;
  readonly dangerLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly busy?: boolean;
  /** False for a confirmation that harms nothing. */
  readonly danger?: boolean;
}

export function ConfirmDialog({
  opened,
  title,
  question,
  safeLabel,
  dangerLabel,
  onConfirm,
  onClose,
  busy = false,
  danger = true,
}: ConfirmDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      asksItself
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {safeLabel}
          </Button>
          <Button
            className={danger ? 's-danger' : ''}
            onClick={({ detail }) => {
              if (opened && detail <= 1) onConfirm();
            }}
            loading={busy}
          >
            {dangerLabel}
          </Button>
        </>
      }
    >
      {question}
    </Dialog>
  );
}
