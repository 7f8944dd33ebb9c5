// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Asked when the last-login dialog was hidden and the location is therefore not
 * confirmed in this session (decision 102).
 */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import css from './dialogs.module.css';

export function LocationDialog(props: { onConfirm: () => void; onCancel: () => void }) {
  const [confirmed, setConfirmed] = useState(false);
  return (
    <Dialog
      opened
      onClose={props.onCancel}
      title="Confirm where you are"
      footer={
        <div className={css.footer}>
          <CancelButton onCancel={props.onCancel} />
          <ReasonedButton reason={confirmed ? null : 'Tick the box to continue.'} onClick={props.onConfirm}>
            OK
          </ReasonedButton>
        </div>
      }
    >
      <Checkbox
        label="I confirm that I am at the present time physically located in British Columbia, Canada."
        checked={confirmed}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
