// SPDX-License-Identifier: AGPL-3.0-or-later

/** One signed note: what it says, its markers, where it went, what was answered, and what can be done. */
import { IconClockHour4 } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { NoteView } from '../../api/generated/schema';
import { formatDateTime } from '../../ui/format';
import { type FileList, Replies } from './Replies';
import styles from './notes.module.css';
import { copyText, nameOf, stateOf, dateOrTime } from './labels';

type Props = {
  note: NoteView;
  /** Sending is the doctor's. */
  maySend: boolean;
  marked: boolean;
  /** The editor, while this note is being edited. */
  editor: ReactNode | null;
  fileList: FileList | undefined;
  onEdit: () => void;
  onRevisions: () => void;
  onSend: () => void;
  onHoldBack: () => void;
};

export function NoteCard(props: Props) {
  const { note, editor } = props;
  const heading = `note-${note._id}`;
  const copy = copyText(note);
  const fresh = note.message !== null && !note.message.isRead;
  return (
    <article
      className={styles.card}
      data-item={note._id}
      data-state={stateOf(note)}
      data-replied={fresh || undefined}
      data-marked={props.marked || undefined}
      aria-labelledby={heading}
    >
      <h3 className={styles.cardHead} id={heading}>
        <strong>{nameOf(note.from)}</strong>
        <span className={styles.meta} title={formatDateTime(note.createdAt)}>
          {dateOrTime(note.createdAt, new Date())}
        </span>
        <span className={styles.number}>#{note.number}</span>
      </h3>
      {editor ?? (
        <>
          <p className={styles.text}>{note.written}</p>
          {note.markers.map((marker) => (
            <p key={marker} className={styles.marker}>
              {marker}
            </p>
          ))}
          {copy !== null && <p className={styles.meta}>{copy}</p>}
          <CardActionButtons {...props} />
        </>
      )}
      <Replies note={note} fileList={props.fileList} />
    </article>
  );
}

function CardActionButtons({ note, maySend, onEdit, onRevisions, onSend, onHoldBack }: Props) {
  const number = `note ${String(note.number)}`;
  return (
    <p className={styles.acts}>
      {note.leaving && (
        <span className={styles.leaving}>
          <IconClockHour4 size={14} aria-hidden="true" />
          {note.leaving.to === 'emr' ? 'Sending to the EMR' : 'Sending to the patient and the EMR'}
        </span>
      )}
      {note.leaving && maySend && (
        <button type="button" className="s-link" aria-label={`Undo sending ${number}`} onClick={onHoldBack}>
          Undo
        </button>
      )}
      {note.canEdit && (
        <button type="button" className="s-link" aria-label={`Edit ${number}`} onClick={onEdit}>
          Edit
        </button>
      )}
      <button
        type="button"
        className="s-link"
        data-prints={note.versions.length > 1 || undefined}
        aria-label={`Rev ${String(note.versions.length)}, revisions of ${number}`}
        onClick={onRevisions}
      >
        Rev {note.versions.length}
      </button>
      {note.canEdit && maySend && (
        <button type="button" className="s-link" aria-label={`Send ${number}`} onClick={onSend}>
          Send
        </button>
      )}
    </p>
  );
}
