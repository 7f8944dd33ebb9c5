// SPDX-License-Identifier: AGPL-3.0-or-later

/** What the patient answered to a note, with its files, and that it was taken note of. */
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconPaperclip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ApiError } from '../../api/failures';
import type { FileRef, NoteReply, NoteView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { formatDateTime } from '../../ui/format';
import { acknowledgeReply, cacheNote } from './commands';
import styles from './notes.module.css';
import { nameOf, dateOrTime } from './labels';

/** How the files of a reply are shown: another feature's part, put in from outside. */
export type FileList = (files: readonly FileRef[]) => ReactNode;

type Props = { note: NoteView; fileList: FileList | undefined };

export function Replies({ note, fileList }: Props) {
  const message = note.message;
  if (!message || message.replies.length === 0) return null;
  return (
    <ul className={styles.replies} aria-label={`Replies to note ${String(note.number)}`}>
      {message.replies.map((reply) => (
        <li key={reply._id} className={styles.reply}>
          <p className={styles.cardHead}>
            <strong>{nameOf(reply.from)}</strong>
            <span className={styles.meta} title={formatDateTime(reply.repliedAt)}>
              {dateOrTime(reply.repliedAt, new Date())}
            </span>
            {reply.unread && (
              <span className={styles.fresh}>
                <IconArrowBackUp size={14} aria-hidden="true" /> New reply
              </span>
            )}
          </p>
          <p className={styles.text}>{reply.message}</p>
          {reply.files.length > 0 && (fileList ? fileList(reply.files) : <Names files={reply.files} />)}
          {reply.unread && (
            <p className={styles.acts}>
              <Acknowledge note={note} message={message._id} reply={reply} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface AcknowledgeProps {
  readonly note: NoteView;
  readonly message: string;
  readonly reply: NoteReply;
}

/** Each reply has its own button: while one is at work the next can be pressed. */
function Acknowledge({ note, message, reply }: AcknowledgeProps) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const acknowledge = () =>
    run(
      async () => {
        cacheNote(client, await acknowledgeReply(note, message, reply));
        void refresh(client, 'message');
      },
      (failure) => {
        void refresh(client, 'note');
        if (!(failure instanceof ApiError && failure.code === 'ALREADY_ACKNOWLEDGED'))
          toastFailure(failure, note, 'The reply was not acknowledged');
      },
    );
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={16} aria-hidden="true" />}
      aria-label={`Acknowledge the reply of ${nameOf(reply.from)}`}
      loading={busy}
      onClick={() => void acknowledge()}
    >
      Acknowledge
    </Button>
  );
}

function Names({ files }: { files: readonly FileRef[] }) {
  return (
    <ul className={styles.names}>
      {files.map((file) => (
        <li key={file._id}>
          <IconPaperclip size={14} aria-hidden="true" /> {file.name}
        </li>
      ))}
    </ul>
  );
}
