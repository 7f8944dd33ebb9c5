// SPDX-License-Identifier: AGPL-3.0-or-later

/** Every version of a note, newest first, each with what it changed in the one before. */
import { Button } from '@mantine/core';

import type { NoteView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { formatDateTime } from '../../ui/format';
import styles from './notes.module.css';
import { wordDiff } from './wordDiff';
import { nameOf } from './labels';

export function RevisionDialog({ note, onClose }: { note: NoteView; onClose: () => void }) {
  const versions = note.versions.map((version, at) => ({ version, before: note.versions[at - 1] }));
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Note Revision History"
      size="lg"
      footer={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <ol className={styles.revisions} reversed>
        {versions.toReversed().map(({ version, before }) => (
          <li key={version._id} className={styles.revision}>
            <p className={styles.cardHead}>
              <strong>Rev {version.revision}</strong>
              <span>{nameOf(version.from)}</span>
              <span className={styles.meta}>{formatDateTime(version.createdAt)}</span>
            </p>
            <p className={styles.text}>
              {before ? <Changes before={before.written} after={version.written} /> : version.written}
            </p>
            <p className={styles.marker}>{version.text.slice(version.written.length).trim()}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Changes({ before, after }: { before: string; after: string }) {
  let at = 0;
  return wordDiff(before, after).map(({ kind, text }) => {
    at += text.length;
    const key = `${kind}${String(at)}`;
    if (kind === 'in') {
      return (
        <ins key={key} className={styles.in}>
          <span className="s-visually-hidden">added: </span>
          {text}
        </ins>
      );
    }
    if (kind === 'out') {
      return (
        <del key={key} className={styles.out}>
          <span className="s-visually-hidden">removed: </span>
          {text}
        </del>
      );
    }
    return <span key={key}>{text}</span>;
  });
}
