// SPDX-License-Identifier: AGPL-3.0-or-later

/** A dialog that says how things stand; closing it closes the window. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { Dialog } from '../../ui/dialogs/Dialog';

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

export function InfoDialog({ opened, title, onClose, children }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      footer={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
