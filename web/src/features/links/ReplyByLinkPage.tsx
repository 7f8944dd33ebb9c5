// SPDX-License-Identifier: AGPL-3.0-or-later

/** A doctor's message and its answer, without signing in. The answer is not kept in the browser. */
import { Button, Textarea } from '@mantine/core';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '../../api/failures';
import type { LinkedMessage } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useCommand } from '../../api/useCommand';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { AttachButton, AttachedFiles, sizeText } from '../../ui/files/AttachFiles';
import { formatDateTime } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary, FieldError, useFaults } from '../../ui/forms/faults';
import { useRouteParam } from '../../ui/links/AppLink';
import { replyByLink } from './commands';
import { linkedMessage } from './queries';
import { Assistance, EXPIRED, Expired, LinkFrame, useClosing } from './LinkFrame';
import { InfoDialog } from './InfoDialog';
import styles from './links.module.css';

/** Constant reply.text.max; an emoji of one sign is one, as the server counts. */
const MAX_REPLY_CHARACTERS = 500;
const lengthOf = (text: string) => Array.from(text).length;

type Outcome = 'writing' | 'sent' | 'replied' | 'expired';

/** What a refusal means for the page; none when the text has to be put right. */
function outcomeOf(failure: unknown): Outcome | null {
  if (!(failure instanceof ApiError)) return null;
  if (failure.status === 404) return 'expired';
  return failure.code === 'ALREADY_REPLIED' ? 'replied' : null;
}

export function ReplyByLinkPage() {
  const [a, b] = [useRouteParam('personId'), useRouteParam('msgId')];
  const info = useQuery(linkedMessage(a, b));
  const [closed, close] = useClosing();
  const [done, setDone] = useState<Outcome>('writing');
  /** What was typed and is no reply any more: it stays to be copied. */
  const [written, setWritten] = useState('');
  const found = info.data?.isReplied ? 'replied' : (outcomeOf(info.error) ?? 'writing');
  const outcome = done === 'writing' ? found : done;
  const message = info.data?.message ?? null;
  return (
    <LinkFrame title={outcome === 'expired' ? EXPIRED : 'A message for you'} closed={closed}>
      {info.isPending && <Loading text="Loading..." rows={4} />}
      {info.isError && outcome === 'writing' && (
        <ErrorState error={info.error} onRetry={() => void info.refetch()} />
      )}
      {message && outcome === 'writing' && (
        <>
          <Received message={message} />
          <Answer
            a={a}
            b={b}
            onDone={(became, text) => {
              setDone(became);
              setWritten(became === 'sent' ? '' : text);
            }}
            onClose={close}
          />
        </>
      )}
      {outcome === 'expired' && (
        <Expired
          next="The message is still in your account: sign in to read it and answer."
          onClose={close}
        />
      )}
      {written !== '' && !closed && (
        <Textarea
          label="What you wrote"
          description="It was not sent now. You can copy it."
          readOnly
          autosize
          value={written}
        />
      )}
      <Outcomes outcome={closed ? 'writing' : outcome} onClose={close} />
    </LinkFrame>
  );
}

function Outcomes({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <>
      <InfoDialog opened={outcome === 'sent'} title="Message sent" onClose={onClose}>
        <p>Your message was successfully sent to the doctor.</p>
      </InfoDialog>
      <InfoDialog opened={outcome === 'replied'} title="Already replied" onClose={onClose}>
        <p>You have already replied to this message. Please wait for further instructions from the doctor</p>
        <p>
          Questions: <Assistance />
        </p>
      </InfoDialog>
    </>
  );
}

function Received({ message }: { message: LinkedMessage }) {
  const { product } = useSettings();
  const writer = message.from ? `${message.from.FirstName} ${message.from.LastName}`.trim() : product;
  const images = message.files.filter((file) => file.type.startsWith('image/'));
  const others = message.files.filter((file) => !file.type.startsWith('image/'));
  return (
    <article className={styles.message} aria-label={`Message from ${writer}`}>
      <header>
        <h2 dir="auto">{message.subject}</h2>
        <p className={styles.quiet}>
          <strong>{writer}</strong>{' '}
          <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
        </p>
      </header>
      <div className={styles.body} dir="auto">
        {message.message}
      </div>
      {images.map((file) => (
        <img key={file._id} className={styles.image} src={file.url} alt={file.name} />
      ))}
      {others.length > 0 && (
        <ul className={styles.files} aria-label="Attachments">
          {others.map((file) => (
            <li key={file._id}>
              <a className="s-link" href={file.url} download={file.name}>
                <IconDownload size={18} aria-hidden="true" /> {file.name}
              </a>{' '}
              <span className={styles.quiet}>{sizeText(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

type AnswerProps = {
  a: string;
  b: string;
  onDone: (outcome: Outcome, text: string) => void;
  onClose: () => void;
};

function Answer({ a, b, onDone, onClose }: AnswerProps) {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const { busy, run, changed } = useCommand();
  const faults = useFaults({
    typed: [text, files],
    stored: ['', []], // Nobody is signed in, so no session ends under it.
    keep: null,
  });
  const change = (field: string) => {
    changed();
    faults.clear(field);
    faults.clear('');
  };
  const send = () =>
    run(
      async (key) => {
        await replyByLink({ a, b, message: text, files }, key);
        onDone('sent', text);
      },
      (failure) => {
        const outcome = outcomeOf(failure);
        if (outcome) onDone(outcome, text);
        else faults.fromError(failure);
      },
    );
  const fileFault = faults.faults.find((fault) => fault.field === 'files')?.message;
  const length = lengthOf(text);
  return (
    <form
      className={styles.answer}
      aria-label="Reply"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <Textarea
        id="message"
        label="Reply"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={faults.error('message')}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          change('message');
        }}
      />
      <p className={styles.under}>
        <span>PDF or image</span>
        <span
          data-over={length > MAX_REPLY_CHARACTERS || undefined}
        >{`${length} of ${MAX_REPLY_CHARACTERS}`}</span>
      </p>
      <AttachedFiles
        files={files}
        onChange={(next) => {
          setFiles(next);
          change('files');
        }}
      />
      {fileFault !== undefined && (
        <div className={styles.fault} role="alert">
          <FieldError message={fileFault} />
        </div>
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={busy} leftSection={<IconSend size={18} aria-hidden="true" />}>
          Send
        </Button>
        <AttachButton
          files={files}
          disabled={busy}
          onChange={(next) => {
            setFiles(next);
            change('files');
          }}
          onRefuse={(reason) => faults.add({ field: 'files', message: reason })}
        />
        <CancelButton onCancel={onClose} disabled={busy}>
          Close
        </CancelButton>
      </div>
    </form>
  );
}
