// SPDX-License-Identifier: AGPL-3.0-or-later

/** Writing to Customer Service. What was written is only thrown away after asking. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toast } from '../../ui/feedback/toasts';
import { AttachButton, AttachedFiles } from '../../ui/files/AttachFiles';
import { ErrorSummary, FieldError } from '../../ui/forms/faults';
import { sendMessage } from './commands';
import { lengthOf, MAX_MESSAGE_CHARACTERS } from './rules';
import { useSendMessage } from './useSendMessage';
import styles from './messages.module.css';

const TO = 'Customer Service';

export function ComposeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [asking, setAsking] = useState(false);
  const submission = useSendMessage();
  const clear = () => {
    setSubject('');
    setMessage('');
    setFiles([]);
    setAsking(false);
    submission.drop();
    onClose();
  };
  const send = () =>
    submission.press(
      (key) => sendMessage(client, { to: TO, subject, message, files }, key),
      () => {
        toast.success('Your message was successfully sent to the doctor.');
        clear();
      },
    );
  const { faults, busy } = submission;
  const leave = () => {
    if (busy) return;
    if (subject === '' && message === '' && files.length === 0) clear();
    else setAsking(true);
  };
  return (
    <>
      <Dialog
        opened={opened && !asking}
        onClose={leave}
        title="New message"
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
          <p className={styles.to}>
            <strong>To</strong> {TO}
          </p>
          <TextInput
            id="subject"
            label="Subject"
            required
            value={subject}
            error={faults.error('subject')}
            onChange={(event) => {
              setSubject(event.currentTarget.value);
              submission.changed('subject');
            }}
          />
          <Textarea
            id="message"
            label="Message"
            required
            autosize
            minRows={5}
            maxRows={14}
            value={message}
            error={faults.error('message')}
            onChange={(event) => {
              setMessage(event.currentTarget.value);
              submission.changed('message');
            }}
          />
          {lengthOf(message) > MAX_MESSAGE_CHARACTERS - 1000 && (
            <p className={styles.hint}>{`${lengthOf(message)} of ${MAX_MESSAGE_CHARACTERS}`}</p>
          )}
          <AttachedFiles
            files={files}
            onChange={(next) => {
              setFiles(next);
              submission.changed('files');
            }}
          />
          <div className={styles.attach}>
            <AttachButton
              id="files"
              files={files}
              disabled={busy}
              onChange={(next) => {
                setFiles(next);
                submission.changed('files');
              }}
              onRefuse={(text) => faults.add({ field: 'files', message: text })}
            />
            <span className={styles.hint}>PDF or image</span>
          </div>
          <FileFault text={faults.faults.find((fault) => fault.field === 'files')?.message} />
        </div>
      </Dialog>
      {opened && asking && (
        <ConfirmDialog
          opened
          title="Discard this message?"
          question="What you wrote and the files you attached will be lost."
          safeLabel="Keep writing"
          dangerLabel="Discard"
          onConfirm={clear}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Why a file was not taken. */
export function FileFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div className={styles.fault} role="alert">
      <FieldError message={text} />
    </div>
  );
}
