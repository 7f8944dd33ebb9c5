// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The notes on a patient, at the right of the patient page: what is being
 * written on top, then the signed ones, newest first. One note is edited at a
 * time; sending asks first and can be held back for some seconds.
 */
import { IconNotes } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { secondsSincePress } from '../../api/client';
import type { NoteView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { refresh } from '../../api/refresh';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { lazyPart } from '../../ui/chunks';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { offerUndo } from '../../ui/feedback/UndoToast';
import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { Kbd } from '../../ui/Kbd';
import { cacheNote, holdBack, newestOf, sendNote, type Way } from './commands';
import { DraftBox } from './DraftBox';
import { type CardActions, type Editing, NoteList } from './NoteList';
import styles from './notes.module.css';
import { notesOf } from './queries';
import type { RelatedMedication, SaveQuestion } from './QuestionDialog';
import type { FileList } from './Replies';
import { useNoteDraft } from './useNoteDraft';

const QuestionDialog = lazyPart(async () => (await import('./QuestionDialog')).QuestionDialog);
const RevisionDialog = lazyPart(async () => (await import('./RevisionDialog')).RevisionDialog);
const SendDialog = lazyPart(async () => (await import('./SendDialog')).SendDialog);

type NotesPanelProps = {
  personId: string;
  /** A note that a message led to. */
  openItem?: string | undefined;
  /** The request a note is sent with. */
  prescriptionId?: string | undefined;
  /** The medications a question may be saved for, and how. */
  related?: readonly RelatedMedication[];
  onSaveQuestion?: SaveQuestion;
  fileList?: FileList;
  /** Told before the box takes the focus: it has to be in sight. */
  onWrite?: () => void;
};

export function NotesPanel(props: NotesPanelProps) {
  const { personId, related = [], onSaveQuestion } = props;
  const client = useQueryClient();
  const { undoSeconds } = useSettings();
  const notes = useQuery(notesOf(personId));
  const draft = useNoteDraft(personId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [wanted, setWanted] = useState<NoteView | null>(null);
  const [revisions, setRevisions] = useState<NoteView | null>(null);
  const [sending, setSending] = useState<NoteView | null>(null);
  const [question, setQuestion] = useState<string | null>(null);

  const write = () => {
    // The box must be there before it can take the focus.
    flushSync(() => {
      props.onWrite?.();
      draft.autosave.setOpen(true);
    });
    box.current?.focus();
  };
  useShortcuts('Notes', [
    { keys: ['n'], does: 'write a note', run: write },
    { keys: ['Ctrl', 'Enter'], does: 'sign the note' },
  ]);

  const edit = (note: NoteView) => {
    setWanted(null);
    setEditing({ id: note._id, text: note.written, written: note.written, seen: newestOf(note) });
  };
  const askEdit = (note: NoteView) => {
    const unsaved = editing !== null && editing.text.trim() !== editing.written;
    if (unsaved && editing.id !== note._id) setWanted(note);
    else edit(note);
  };
  const undo = async (note: NoteView) => {
    try {
      cacheNote(client, await holdBack(note));
    } catch (failure) {
      void refresh(client, 'note');
      throw failure;
    }
  };
  const send = async (note: NoteView, way: Way) => {
    try {
      const left = await sendNote(note, way, props.prescriptionId);
      cacheNote(client, left);
      setSending(null);
      const to = way === 'emr' ? 'the EMR' : 'the patient and the EMR';
      offerUndo({
        text: `Note #${String(note.number)} to ${to}`,
        seconds: undoSeconds,
        gone: secondsSincePress(left),
        undo: () => undo(left),
      });
      if (way === 'patient' && onSaveQuestion && related.length > 0) setQuestion(note.written);
    } catch (failure) {
      void refresh(client, 'note');
      setSending(null);
      toastFailure(failure, note, 'The note was not sent');
    }
  };
  const cards: CardActions = {
    openItem: props.openItem,
    fileList: props.fileList,
    editing,
    setEditing,
    onEdit: askEdit,
    onRevisions: setRevisions,
    onSend: setSending,
    onHoldBack: (note) => {
      void undo(note).catch((failure: unknown) => toastFailure(failure, note, 'Sending couldn’t be undone'));
    },
  };
  return (
    <section className={styles.panel} aria-labelledby="notes-title">
      <header className={styles.head}>
        <h2 id="notes-title" className={styles.title}>
          Notes
        </h2>
        {notes.data && <span className={styles.total}>{notes.data.total}</span>}
        <Kbd>n</Kbd>
      </header>
      <DraftBox draft={draft} box={box} onOpen={write} />
      {notes.isPending && <Loading text="Loading..." rows={4} />}
      {notes.isError && !notes.data && (
        <ErrorState
          text="The notes couldn’t be loaded"
          error={notes.error}
          onRetry={() => void notes.refetch()}
        />
      )}
      {notes.data?.items.length === 0 && <EmptyState icon={IconNotes} text="No notes yet." />}
      {notes.data && <NoteList page={notes.data} acts={cards} personId={personId} />}
      <Suspense fallback={null}>
        {revisions && <RevisionDialog note={revisions} onClose={() => setRevisions(null)} />}
        {sending && (
          <SendDialog note={sending} onSend={(way) => send(sending, way)} onClose={() => setSending(null)} />
        )}
        {question !== null && onSaveQuestion && (
          <QuestionDialog
            text={question}
            related={related}
            onSave={onSaveQuestion}
            onClose={() => setQuestion(null)}
          />
        )}
      </Suspense>
      {wanted && (
        <ConfirmDialog
          opened
          title="Another note is being edited"
          question="What you typed there since it was last saved will be discarded."
          safeLabel="Keep editing"
          dangerLabel="Discard the change"
          onConfirm={() => edit(wanted)}
          onClose={() => setWanted(null)}
        />
      )}
    </section>
  );
}
