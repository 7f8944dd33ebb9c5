// SPDX-License-Identifier: AGPL-3.0-or-later

/** Writing to Customer Service. What was written is only thrown away after asking. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { MAYBE_DONE } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { sendMessage } from './commands';
import { MessageFields } from './MessageFields';
import { useNewMessage } from './useNewMessage';
import styles from './messages.module.css';

const TO = 'Customer Service';

export function ComposeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const form = useNewMessage();
  const { faults, busy } = form;
  const clear = () => {
    form.clear();
    setAsking(false);
    onClose();
  };
  const send = () =>
    form.press(
      (key, letter) => sendMessage(client, { to: TO, ...form.values }, key, letter),
      () => {
        toast.success('Your message was successfully sent to the doctor.');
        clear();
      },
    );
  const leave = () => {
    if (busy) return;
    if (form.isEmpty) clear();
    else setAsking(true);
  };
  return (
    <>
      <Dialog
        opened={opened && !asking}
        onClose={leave}
        title="New message"
        asksItself
        size={640}
        footer={
          <>
            <Button variant="default" onClick={leave} disabled={busy}>
              Cancel
            </Button>
            <Button
              loading={busy}
              leftSection={<IconSend size={18} aria-hidden="true" />}
              onClick={() => void send()}
            >
              Send
            </Button>
          </>
        }
      >
        <div className={styles.form}>
          <ErrorSummary faults={faults.faults} round={faults.round} />
          <HereAgain of={form.faults.leave} />
          <p className={styles.to}>
            <strong>To</strong> {TO}
          </p>
          <MessageFields form={form} rows={{ min: 5, max: 14 }} hint={styles.hint} />
        </div>
      </Dialog>
      {opened && asking && (
        <ConfirmDialog
          opened
          title="Discard this message?"
          question={
            faults.leave.isUnanswered()
              ? MAYBE_DONE
              : 'What you wrote and the files you attached will be lost.'
          }
          safeLabel="Keep writing"
          dangerLabel="Discard"
          onConfirm={clear}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
