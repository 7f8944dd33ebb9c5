// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Editing a signed note: saving adds a version, what was signed stays. Silence
 * of ten seconds saves too (nothing typed is lost); somebody else's newer
 * version is shown beside this one and never replaced unseen.
 */
import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { ApiError, sameAsSent } from '../../api/failures';
import type { NoteView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { isUnanswered } from '../../ui/feedback/failureText';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { isBlank } from '../../ui/forms/blank';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useUnsaved } from '../../ui/forms/unsaved';
import { cacheNote, newestOf, reviseNote } from './commands';
import { DraftConflict } from './DraftConflict';
import { IDLE_MS } from './autosave';
import styles from './notes.module.css';

type Props = {
  note: NoteView;
  text: string;
  onText: (text: string) => void;
  /** The version that is being edited. */
  seen: string;
  onSeen: (version: string, written: string) => void;
  onClose: () => void;
};

export function NoteEditor({ note, text, onText, seen, onSeen, onClose }: Props) {
  const client = useQueryClient();
  const hint = useId();
  const [theirs, setTheirs] = useState<NoteView | null>(null);
  const { busy, run } = useCommand();
  const written = note.versions.find((one) => one._id === seen)?.written ?? note.written;
  const changed = text.trim() !== written && !isBlank(text);
  const leave = useUnsaved(text !== written, {
    name: `note ${note._id}`,
    typed: text,
    stored: written,
    restore: onText,
  });
  const save = (words: string, version: string, close: boolean) =>
    run(
      async () => {
        const saved = await reviseNote(note, words, version);
        cacheNote(client, saved);
        onSeen(newestOf(saved), saved.written);
        if (close) onClose();
      },
      (failure) => {
        if (failure instanceof ApiError && failure.code === 'STALE_VERSION' && isNote(failure.current)) {
          cacheNote(client, failure.current);
          if (!sameAsSent(words, failure.current.written)) setTheirs(failure.current);
          else {
            onSeen(newestOf(failure.current), failure.current.written);
            if (close) onClose();
          }
          return;
        }
        void refresh(client, 'note');
        leave.failed(isUnanswered(failure));
        toastFailure(failure, note, 'The note was not saved');
      },
      [words, version],
    );
  const press = (close: boolean) => {
    if (busy || theirs !== null) return;
    if (!changed && close) onClose();
    else if (changed) void save(text, seen, close);
  };
  const newest = useRef(press);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    newest.current = press;
  });
  useEffect(() => () => clearTimeout(idle.current), []);
  const change = (value: string) => {
    onText(value);
    clearTimeout(idle.current);
    idle.current = setTimeout(() => newest.current(false), IDLE_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      press(true);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      leave(onClose);
    }
  };
  const resolve = (words: string) => {
    if (!theirs) return;
    const version = newestOf(theirs);
    setTheirs(null);
    onText(words);
    void save(words, version, true);
  };
  return (
    <div className={styles.editor}>
      <HereAgain of={leave} />{' '}
      <Textarea
        autoFocus
        rows={4}
        aria-label={`Note ${String(note.number)}`}
        aria-describedby={hint}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.meta} id={hint}>
        Saving adds a revision; the signed version is kept. Autosaves 10 seconds after you stop typing.
      </p>
      <p className={styles.acts}>
        <CancelButton leave={leave} onCancel={onClose} />
        <ReasonedButton
          reason={isBlank(text) ? 'Write something first.' : null}
          loading={busy}
          onClick={() => press(true)}
        >
          Save
        </ReasonedButton>
      </p>
      {theirs && (
        <DraftConflict
          mine={text}
          theirs={{
            text: theirs.written,
            updatedAt: theirs.versions[theirs.versions.length - 1]?.createdAt ?? theirs.createdAt,
          }}
          onKeep={resolve}
          onTheirs={() => {
            setTheirs(null);
            onClose();
          }}
        />
      )}
    </div>
  );
}

function isNote(value: unknown): value is NoteView {
  return typeof value === 'object' && value !== null && 'versions' in value && 'written' in value;
}
