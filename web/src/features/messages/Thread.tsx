// SPDX-License-Identifier: AGPL-3.0-or-later

/** A message and its replies, each with who wrote it and when, and its files. */
import type { FileRef, MessageView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { formatDateTime } from '../../ui/format';
import { Attachments } from './Attachments';
import type { PdfDrawing } from './slots';
import { nameOf, signOf } from './rules';
import styles from './messages.module.css';

type Props = {
  message: MessageView;
  Pdf: PdfDrawing;
  /** The newest word was not read before. */
  isNew?: boolean;
};

export function Thread({ message, Pdf, isNew = false }: Props) {
  const { product } = useSettings();
  const writer = message.from ? nameOf(message.from) : product;
  const [receiver] = message.to;
  const last = message.replies.length;
  const to = receiver ? nameOf(receiver) : message.toGroup;
  return (
    <ol className={styles.thread} aria-label="Message and replies">
      <Word
        name={writer}
        to={to}
        at={message.createdAt}
        text={message.message}
        files={message.files}
        Pdf={Pdf}
        isNew={isNew && last === 0}
      />
      {message.replies.map((reply, at) => (
        <Word
          key={reply._id}
          name={nameOf(reply.from)}
          to={null}
          at={reply.repliedAt}
          text={reply.message}
          files={reply.files}
          Pdf={Pdf}
          isNew={isNew && at === last - 1}
        />
      ))}
    </ol>
  );
}

type WordProps = {
  name: string;
  to: string | null;
  at: string;
  text: string;
  files: readonly FileRef[];
  Pdf: PdfDrawing;
  isNew: boolean;
};

function Word({ name, to, at, text, files, Pdf, isNew }: WordProps) {
  return (
    <li className={styles.word} data-new={isNew || undefined}>
      <header>
        <span className={styles.sign} aria-hidden="true">
          {signOf(name)}
        </span>
        <span>
          <strong>{name}</strong>
          {to !== null && <span className={styles.hint}>{` to ${to}`}</span>}
          <time className={styles.at} dateTime={at}>
            {formatDateTime(at)}
          </time>
        </span>
        {isNew && <span className={styles.new}>New</span>}
      </header>
      <div className={styles.body} dir="auto">
        {text}
      </div>
      <Attachments files={files} Pdf={Pdf} />
    </li>
  );
}
