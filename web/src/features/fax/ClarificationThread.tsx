// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What was said with the pharmacy about something that was faxed: dated
 * entries, oldest first, that nobody changes, and the form for the next one
 * when somebody wants to write it.
 * For the clinic only; a patient never sees it.
 */
import { Button, Checkbox, Group, NativeSelect, Textarea, Title } from '@mantine/core';
import { IconPlus, IconStethoscope } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import type { Clarification, SubjectKind } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { isUnanswered } from '../../ui/feedback/failureText';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { isBlank } from '../../ui/forms/blank';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useUnsaved } from '../../ui/forms/unsaved';
import { writeEntry } from './commands';
import { ENTRY_KINDS, type EntryKind, entryTitle, isEntryKind, MAX_CHARACTERS } from './labels';
import { faxThread } from './queries';
import styles from './faxList.module.css';

type Props = {
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  /** The fax that new entries are written beside. */
  readonly faxId: string;
  /** When the screen has them already; otherwise they are asked for. */
  readonly entries?: readonly Clarification[];
};

export function ClarificationThread({ subjectKind, subjectId, faxId, entries }: Props) {
  const me = useMe();
  const asked = useQuery({ ...faxThread(subjectKind, subjectId), enabled: entries === undefined });
  const shown = entries ?? asked.data;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id}>
        Pharmacy clarifications
      </Title>
      {shown === undefined ? (
        asked.isError ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Loading text="Loading..." rows={2} />
        )
      ) : (
        <Entries entries={shown} />
      )}
      {(me.Role === 'ROLE_DOCTOR' || me.Role === 'ROLE_OFFICE') && <NextEntry faxId={faxId} />}
    </section>
  );
}

function Entries({ entries }: { readonly entries: readonly Clarification[] }) {
  if (entries.length === 0) return <p className={styles.quiet}>No notes yet.</p>;
  return (
    <ol className={styles.thread}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <span className={styles.attemptHead}>
            <strong>{entryTitle(entry.kind)}</strong>
            <span className={styles.number}>{formatDateTime(entry.at)}</span>
          </span>
          <p className={styles.text}>{entry.text}</p>
          <span className={styles.second}>
            {entry.by.FirstName} {entry.by.LastName}
            {entry.needsDoctor && (
              <span className={styles.needs}>
                <IconStethoscope size={14} aria-hidden="true" /> Flagged for a doctor
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function NextEntry({ faxId }: { readonly faxId: string }) {
  const [writing, setWriting] = useState(false);
  if (writing) return <EntryForm faxId={faxId} onEnd={() => setWriting(false)} />;
  return (
    <Button
      mt="sm"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setWriting(true)}
    >
      Add a note
    </Button>
  );
}

function EntryForm({ faxId, onEnd }: { readonly faxId: string; readonly onEnd: () => void }) {
  const [kind, setKind] = useState<EntryKind>(ENTRY_KINDS[0].value);
  const [text, setText] = useState('');
  const [needsDoctor, setNeedsDoctor] = useState(false);
  const leave = useUnsaved(text !== '', {
    name: `clarification ${faxId}`,
    typed: { kind, text, needsDoctor },
    stored: { kind: ENTRY_KINDS[0].value, text: '', needsDoctor: false },
    restore: (typed) => {
      setKind(typed.kind);
      setText(typed.text);
      setNeedsDoctor(typed.needsDoctor);
    },
  });
  const [fault, setFault] = useState<string | null>(null);
  const { busy, run } = useCommand();
  const client = useQueryClient();
  const id = useId();
  const write = () => {
    if (isBlank(text)) {
      setFault('Please write down what was said.');
      document.getElementById(id)?.focus();
      return;
    }
    void run(
      async (key) => {
        await writeEntry({ faxId, kind, text: text.trim(), needsDoctor }, key);
        toast.success(needsDoctor ? 'Saved and flagged for a doctor.' : 'Saved.');
        await refresh(client, 'fax');
        onEnd();
      },
      (failure) => {
        leave.failed(isUnanswered(failure));
        toastFailure(failure);
      },
      [kind, text, needsDoctor],
    );
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      <HereAgain of={leave} />{' '}
      <NativeSelect
        label="What happened"
        data-autofocus
        autoFocus
        data={ENTRY_KINDS.map(({ value, label }) => ({ value, label }))}
        value={kind}
        onChange={({ currentTarget }) => {
          if (isEntryKind(currentTarget.value)) setKind(currentTarget.value);
        }}
      />
      <Textarea
        id={id}
        label="What was said"
        description="Recorded with your name and the time. It can’t be edited later."
        autosize
        minRows={2}
        maxLength={MAX_CHARACTERS}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void write();
        }}
        value={text}
        error={fault}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFault(null);
        }}
      />
      <Checkbox
        label="Needs a doctor’s attention"
        checked={needsDoctor}
        onChange={(event) => setNeedsDoctor(event.currentTarget.checked)}
      />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          Add note
        </Button>
        <CancelButton leave={leave} onCancel={onEnd} disabled={busy} />
      </Group>
    </form>
  );
}
