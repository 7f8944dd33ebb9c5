// SPDX-License-Identifier: AGPL-3.0-or-later

/** Asks before a note leaves, and whereto: to the patient and the record, or to the record alone. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';

import type { NoteView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { CancelButton } from '../../ui/forms/CancelButton';
import type { Way } from './commands';
import styles from './notes.module.css';

type Props = {
  note: NoteView;
  onSend: (way: Way) => Promise<void>;
  onClose: () => void;
};

export function SendDialog({ note, onSend, onClose }: Props) {
  const [busy, setBusy] = useState<Way | null>(null);
  const press = (way: Way) => {
    if (busy) return;
    setBusy(way);
    void onSend(way).finally(() => setBusy(null));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Send note #${String(note.number)}`}
      footer={
        <Group justify="flex-end" gap="sm">
          <CancelButton data-autofocus disabled={busy !== null} onCancel={onClose} />
          <Button variant="default" loading={busy === 'emr'} onClick={() => press('emr')}>
            Send to EMR
          </Button>
          <Button loading={busy === 'patient'} onClick={() => press('patient')}>
            Send to patient and EMR
          </Button>
        </Group>
      }
    >
      <p className={styles.side}>{note.written}</p>
      <p className={styles.question}>
        Do you want to send this note to the patient and the EMR, or only to the EMR? Once sent, it can’t be
        edited.
      </p>
    </Dialog>
  );
}
