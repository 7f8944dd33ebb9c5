// SPDX-License-Identifier: AGPL-3.0-or-later

/** Answering a message: closed until Reply is pressed, thrown away only after asking. */
import { Button, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { MessageView } from '../../api/generated/schema';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { MAYBE_DONE } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';
import { AttachButton, AttachedFiles } from '../../ui/files/AttachFiles';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { AnsweredMeanwhile, useAnsweredMeanwhile } from './answeredMeanwhile';
import { sendReply } from './commands';
import { FileFault } from './FileFault';
import { lengthOf, MAX_REPLY_CHARACTERS } from './rules';
import { useSendMessage } from './useSendMessage';
import styles from './messages.module.css';

const NOTHING: { readonly message: string; readonly files: readonly File[] } = { message: '', files: [] };

export function ReplyBox({ message: thread }: { message: MessageView }) {
  const id = thread._id;
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [message, setMessage] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const dirty = message !== '' || files.length > 0;
  const faults = useFaults({
    typed: { message, files },
    stored: NOTHING,
    keep: {
      name: `reply ${id}`,
      restore: (typed) => {
        setMessage(typed.message);
        setFiles(typed.files);
        setOpen(true);
      },
    },
  });
  const submission = useSendMessage(faults);
  const clear = () => {
    setMessage('');
    setFiles([]);
    setAsking(false);
    setOpen(false);
    submission.drop();
  };
  const isSent = () => {
    toast.success('Your message was successfully sent to the doctor.');
    clear();
  };
  const send = () => {
    if (!thread.canReply) return;
    void submission.press((key) => sendReply(client, { id, message, files }, key), isSent);
  };
  const { busy } = submission;
  const meanwhile = useAnsweredMeanwhile(thread, { message, files }, busy, isSent);
  if (!thread.canReply && !(open && (dirty || busy))) return null;
  if (!open) {
    return (
      <div className={styles.replyClosed}>
        <Button leftSection={<IconArrowBackUp size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Reply
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.reply}
      aria-label="Reply"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {meanwhile !== null && <AnsweredMeanwhile text={meanwhile} />}
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <HereAgain of={faults.leave} />
      <Textarea
        id="message"
        label="Reply"
        autosize
        minRows={3}
        maxRows={12}
        // Reply was pressed to write: the text is where one wants to be.
        ref={(box) => {
          if (message === '' && faults.faults.length === 0) box?.focus();
        }}
        value={message}
        error={faults.error('message')}
        aria-describedby="reply-count"
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          submission.changed('message');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <div className={styles.under}>
        <span className={styles.hint}>PDF or image</span>
        <span
          id="reply-count"
          className={styles.hint}
          data-over={lengthOf(message) > MAX_REPLY_CHARACTERS || undefined}
        >
          {`${lengthOf(message)} of ${MAX_REPLY_CHARACTERS}`}
        </span>
      </div>
      <AttachedFiles
        files={files}
        onChange={(next) => {
          setFiles(next);
          submission.changed('files');
        }}
      />
      <FileFault text={faults.faults.find((fault) => fault.field === 'files')?.message} />
      <div className={styles.buttons}>
        <ReasonedButton
          type="submit"
          loading={busy}
          reason={meanwhile === null ? null : 'This message has been answered.'}
          leftSection={<IconSend size={18} aria-hidden="true" />}
        >
          Send
        </ReasonedButton>
        <AttachButton
          files={files}
          disabled={busy}
          onChange={(next) => {
            setFiles(next);
            submission.changed('files');
          }}
          onRefuse={(text) => faults.add({ field: 'files', message: text })}
        />
        <Button
          className={`s-danger-quiet ${styles.discard ?? ''}`}
          disabled={busy}
          onClick={() => {
            if (dirty) setAsking(true);
            else clear();
          }}
        >
          Discard
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          opened
          title="Discard this reply?"
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
    </form>
  );
}
