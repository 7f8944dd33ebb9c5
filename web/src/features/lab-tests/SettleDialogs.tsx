// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Settling a report without a patient: filing it to one that a doctor found, or
 * setting it aside. Both are kept with who did it.
 */
import { Button, Radio, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ApiError } from '../../api/failures';
import type { LabExceptionView } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { isUnanswered } from '../../ui/feedback/failureText';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { formatDate, formatHealthNumber } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary, type Typed, useFaults } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { fileLabException, setAsideLabException } from './commands';
import css from './labs.module.css';
import { labExceptions } from './queries';

/** Draws a search for patients, which is another feature's. */
export type PickPatient = (onChoose: (person: { id: string; name: string }) => void) => ReactNode;

interface SettleProps {
  one: LabExceptionView;
  onClose: () => void;
}

/** Runs a command, and tells what came of it. */
function useSettle(onDone: () => void, form: Typed<string> | null = null) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const faults = useFaults(form);
  const again = () => client.invalidateQueries({ queryKey: labExceptions().queryKey });
  const settle = (command: (key: string) => Promise<unknown>, sends: unknown, done: string) =>
    run(
      async (key) => {
        await command(key);
        toast.success(done);
        await again();
        onDone();
      },
      async (failure) => {
        if (failure instanceof ApiError && failure.errors.length > 0) {
          faults.fromError(failure);
        } else {
          faults.leave.failed(isUnanswered(failure));
          toastFailure(failure);
          await again();
        }
      },
      sends,
    );
  return { busy, settle, faults };
}

export function FileDialog({ one, pickPatient, onClose }: SettleProps & { pickPatient: PickPatient }) {
  const [found, setFound] = useState<{ id: string; name: string } | null>(null);
  const { busy, settle } = useSettle(onClose);
  const file = (person: { id: string }) =>
    settle((key) => fileLabException(one, person.id, key), person.id, 'The report was filed to the patient.');
  return (
    <Dialog
      opened
      onClose={onClose}
      title="File to a patient"
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} />
          <ReasonedButton
            reason={found === null ? 'Choose a patient first.' : null}
            loading={busy}
            onClick={() => found && void file(found)}
          >
            {found ? `File to ${found.name}` : 'File'}
          </ReasonedButton>
        </>
      }
    >
      <p className={css.note}>
        The report names {one.reportedName === '' ? 'nobody' : one.reportedName}, born{' '}
        {one.dateOfBirth ? formatDate(one.dateOfBirth) : 'unknown'}, health number{' '}
        {one.healthNumbers.length > 0 ? one.healthNumbers.map(formatHealthNumber).join(', ') : 'unknown'}.
      </p>
      {one.candidates.length > 0 ? (
        <Radio.Group
          label="Patients with this health number"
          value={found?.id ?? ''}
          onChange={(id) => {
            const chosen = one.candidates.find((person) => person._id === id);
            if (chosen) setFound({ id, name: `${chosen.FirstName} ${chosen.LastName}` });
          }}
        >
          <div className={css.candidates}>
            {one.candidates.map((person) => (
              <Radio
                key={person._id}
                value={person._id}
                label={`${person.FirstName} ${person.LastName}, born ${
                  person.dateOfBirth ? formatDate(person.dateOfBirth) : 'unknown'
                }`}
              />
            ))}
          </div>
        </Radio.Group>
      ) : null}
      {pickPatient(setFound)}
      {found ? (
        <p role="status">
          Chosen: <strong>{found.name}</strong>
        </p>
      ) : null}
    </Dialog>
  );
}

export function SetAsideDialog({ one, onClose }: SettleProps) {
  const [note, setNote] = useState('');
  const { busy, settle, faults } = useSettle(onClose, {
    typed: note,
    stored: '',
    keep: { name: `set aside ${one._id}`, restore: setNote },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Dismiss this report"
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} data-autofocus />
          <Button
            loading={busy}
            onClick={() =>
              void settle((key) => setAsideLabException(one, note, key), note, 'The report was dismissed.')
            }
          >
            Dismiss
          </Button>
        </>
      }
    >
      <ErrorSummary title="Please correct errors below" faults={faults.faults} round={faults.round} />
      <HereAgain of={faults.leave} />
      <Textarea
        id="note"
        label="Why can’t this be matched to a patient?"
        description="The report and this reason will be kept."
        rows={4}
        maxLength={500}
        value={note}
        error={faults.error('note')}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          faults.clear('note');
        }}
      />
    </Dialog>
  );
}
