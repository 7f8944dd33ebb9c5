// SPDX-License-Identifier: AGPL-3.0-or-later

/** Giving a piece of work up with a reason, and entering the number that the clinic's own screen shows. */
import { Button, Radio, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { ApiError } from '../../api/failures';
import type { WaitingJob } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { isUnanswered } from '../../ui/feedback/failureText';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { CancelButton } from '../../ui/forms/CancelButton';
import { isBlank } from '../../ui/forms/blank';
import { HereAgain } from '../../ui/forms/HereAgain';
import { type Own, useUnsaved } from '../../ui/forms/unsaved';
import { enterNumber, giveUp } from './commands';
import { REASONS } from './labels';
import styles from './queue.module.css';

type Props = { readonly job: WaitingJob; readonly onClose: () => void };

function useQueueAction(onClose: () => void, form?: Own) {
  const { busy, run } = useCommand();
  const [fault, setFault] = useState<string | null>(null);
  const client = useQueryClient();
  const act = async (words: string, work: (key: string) => Promise<unknown>) => {
    await run(
      async (key) => {
        await work(key);
        toast.success(words);
        onClose();
      },
      (failure) => {
        form?.failed(isUnanswered(failure));
        const beside = failure instanceof ApiError ? failure.errors[0]?.message : undefined;
        if (beside !== undefined) setFault(beside);
        else toastFailure(failure);
      },
    );
    await refresh(client, 'job');
  };
  return { busy, act, fault, setFault };
}

export function GiveUpDialog({ job, onClose }: Props) {
  const { busy, act, fault, setFault } = useQueueAction(onClose);
  const [reason, setReason] = useState<string | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Give up"
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Keep trying
          </Button>
          <Button
            className="s-danger"
            loading={busy}
            onClick={() => {
              const chosen = REASONS.find(({ value }) => value === reason)?.value;
              if (chosen === undefined) setFault('Please choose a reason.');
              else void act('It was given up.', (key) => giveUp(job._id, chosen, key));
            }}
          >
            Give up
          </Button>
        </>
      }
    >
      <p>{`“${job.what}” for ${job.person.FirstName} ${job.person.LastName} will not be retried, and the doctors will be notified.`}</p>
      <Radio.Group label="Why" value={reason} onChange={setReason} error={fault}>
        <div className={styles.reasons}>
          {REASONS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
    </Dialog>
  );
}

export function EnterNumberDialog({ job, onClose }: Props) {
  const [number, setNumber] = useState('');
  const form = useUnsaved(number !== '', {
    name: `number ${job._id}`,
    typed: number,
    stored: '',
    restore: setNumber,
  });
  const { busy, act, fault, setFault } = useQueueAction(onClose, form);
  const id = useId();
  const save = () => {
    if (isBlank(number)) {
      setFault('Enter the number as the clinic shows it, digits only.');
      document.getElementById(id)?.focus();
      return;
    }
    void act('The number was stored.', (key) => enterNumber(job.person._id, number.trim(), key));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Enter the clinic’s number"
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} />
          <Button loading={busy} onClick={save}>
            Store
          </Button>
        </>
      }
    >
      <HereAgain of={form} />{' '}
      <p>{`Look ${job.person.FirstName} ${job.person.LastName} up at the clinic by name and date of birth. This can only be entered once.`}</p>
      <TextInput
        id={id}
        data-autofocus
        label="Number in the clinic’s records"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={number}
        error={fault}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setFault(null);
        }}
      />
    </Dialog>
  );
}
