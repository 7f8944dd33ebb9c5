// SPDX-License-Identifier: AGPL-3.0-or-later

/** The cards of a page of notes, and the earlier pages as they are asked for. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { NotePage, NoteView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { earlierNotes } from './queries';
import { NoteCard } from './NoteCard';
import { NoteEditor } from './NoteEditor';
import type { FileList } from './Replies';

/** A note that is being edited: what it said, what it shall say, and which version that was. */
export interface Editing {
  readonly id: string;
  readonly text: string;
  readonly written: string;
  readonly seen: string;
}

export interface CardActions {
  readonly openItem: string | undefined;
  readonly fileList: FileList | undefined;
  readonly editing: Editing | null;
  readonly setEditing: (editing: Editing | null) => void;
  readonly onEdit: (note: NoteView) => void;
  readonly onRevisions: (note: NoteView) => void;
  readonly onSend: (note: NoteView) => void;
  readonly onHoldBack: (note: NoteView) => void;
}

type Props = { personId: string; page: NotePage; acts: CardActions };

export function NoteList({ personId, page, acts }: Props) {
  // A note that a message led to may stand further down: then its page is opened too.
  const { openItem } = acts;
  const isHere = openItem === undefined || page.items.some((note) => note._id === openItem);
  const [more, setMore] = useState(!isHere);
  return (
    <>
      {page.items.map((note) => (
        <Card key={note._id} note={note} acts={acts} />
      ))}
      {page.nextCursor !== null &&
        (more ? (
          <Earlier personId={personId} cursor={page.nextCursor} acts={acts} />
        ) : (
          <Button variant="subtle" onClick={() => setMore(true)}>
            Earlier notes
          </Button>
        ))}
    </>
  );
}

function Earlier({ personId, cursor, acts }: { personId: string; cursor: string; acts: CardActions }) {
  const notes = useQuery(earlierNotes(personId, cursor));
  if (notes.data) return <NoteList personId={personId} page={notes.data} acts={acts} />;
  if (notes.isError) {
    return (
      <ErrorState
        text="The earlier notes couldn’t be loaded"
        error={notes.error}
        onRetry={() => void notes.refetch()}
      />
    );
  }
  return <Loading text="Loading..." rows={3} />;
}

function Card({ note, acts }: { note: NoteView; acts: CardActions }) {
  const me = useMe();
  const { editing, setEditing } = acts;
  const editor =
    editing?.id === note._id ? (
      <NoteEditor
        note={note}
        text={editing.text}
        onText={(text) => setEditing({ ...editing, text })}
        seen={editing.seen}
        onSeen={(seen, written) => setEditing({ ...editing, seen, written })}
        onClose={() => setEditing(null)}
      />
    ) : null;
  return (
    <NoteCard
      note={note}
      maySend={me.Role === 'ROLE_DOCTOR'}
      marked={acts.openItem === note._id}
      editor={editor}
      fileList={acts.fileList}
      onEdit={() => acts.onEdit(note)}
      onRevisions={() => acts.onRevisions(note)}
      onSend={() => acts.onSend(note)}
      onHoldBack={() => acts.onHoldBack(note)}
    />
  );
}
