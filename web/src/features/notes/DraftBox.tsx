// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The box at the top of the notes: what is being written, when it was last
 * saved, and Sign. A closed draft stays as a card with its marker.
 */
import { Button, Textarea } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUpload, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId } from 'react';

import { refresh } from '../../api/refresh';
import { announce } from '../../ui/feedback/announce';
import { ErrorState } from '../../ui/feedback/states';
import { formatTime } from '../../ui/format';
import { Kbd } from '../../ui/Kbd';
import { isBlank } from '../../ui/forms/blank';
import { cacheNote } from './commands';
import { DraftConflict } from './DraftConflict';
import styles from './notes.module.css';
import type { NoteDraftBox } from './useNoteDraft';

type Props = {
  draft: NoteDraftBox;
  box: RefObject<HTMLTextAreaElement | null>;
  onOpen: () => void;
};

export function DraftBox({ draft, box, onOpen }: Props) {
  const client = useQueryClient();
  const status = useId();
  const { autosave } = draft;
  if (draft.failure) {
    return <ErrorState text="The draft couldn’t be loaded" error={draft.failure} onRetry={draft.retry} />;
  }
  const sign = async () => {
    const note = await autosave.sign();
    if (note) {
      cacheNote(client, note);
      void refresh(client, 'note');
      // The card below shows it; readers are told.
      announce(`Note ${String(note.number)} is signed.`);
    }
    // Refused, one goes on where one was.
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void sign();
    }
  };
  const isEmpty = isBlank(draft.text);
  if (!draft.edit) return <ClosedDraft text={draft.text} onOpen={onOpen} />;
  return (
    <section className={styles.draft} aria-label="Draft" data-no-print>
      <Textarea
        ref={box}
        rows={4}
        variant="unstyled"
        classNames={{ input: styles.draftInput ?? '' }}
        aria-label="New note"
        aria-describedby={status}
        placeholder={draft.ready ? '' : 'Loading...'}
        disabled={!draft.ready || draft.signing}
        value={draft.text}
        onChange={(event) => autosave.change(event.currentTarget.value)}
        onBlur={() => void autosave.save(false)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.draftFooter}>
        <span className={styles.saved} id={status} role="status">
          <SaveText draft={draft} />
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => autosave.setOpen(false)}>
          Close
        </Button>
        <Button
          // Stays in the order of the keyboard; why it does nothing stands beside it.
          data-disabled={isEmpty || undefined}
          aria-disabled={isEmpty || undefined}
          aria-describedby={isEmpty ? status : undefined}
          loading={draft.signing}
          rightSection={<Kbd>Ctrl ↵</Kbd>}
          onClick={() => void sign()}
        >
          {draft.unsigned !== null ? 'Sign again' : 'Sign'}
        </Button>
      </div>
      {draft.conflict && (
        <DraftConflict
          mine={draft.text}
          theirs={draft.conflict}
          onKeep={autosave.keep}
          onTheirs={autosave.takeTheirs}
        />
      )}
    </section>
  );
}

function SaveText({ draft }: { draft: NoteDraftBox }) {
  if (draft.refused !== null) return <span className={styles.refused}>{draft.refused}</span>;
  if (draft.unsigned !== null) return <span className={styles.refused}>{draft.unsigned}</span>;
  if (draft.saving === 'failed' || draft.saving === 'unanswered') {
    return (
      <>
        <IconCloudOff size={16} aria-hidden="true" />{' '}
        {draft.saving === 'failed' ? 'Not saved yet' : 'No answer to saving yet'}
      </>
    );
  }
  if (draft.saving === 'waiting') {
    return (
      <>
        <IconCloudUpload size={16} aria-hidden="true" /> Saving...
      </>
    );
  }
  if (isBlank(draft.text)) return <span>Nothing to sign yet.</span>;
  if (draft.savedAt === null) return null;
  return (
    <>
      <IconCloudCheck size={16} aria-hidden="true" /> Draft saved {formatTime(draft.savedAt)}
    </>
  );
}

function ClosedDraft({ text, onOpen }: { text: string; onOpen: () => void }) {
  if (isBlank(text)) {
    return (
      <Button
        variant="default"
        fullWidth
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        rightSection={<Kbd>n</Kbd>}
        onClick={onOpen}
      >
        Write a note
      </Button>
    );
  }
  return (
    <section className={styles.card} data-state="draft" aria-label="Draft">
      <p className={styles.text}>{text}</p>
      <p className={styles.marker}>[Draft]</p>
      <p className={styles.acts}>
        <button type="button" className="s-link" onClick={onOpen}>
          Edit
        </button>
      </p>
    </section>
  );
}
