// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, staff: the doctor who signs the requests for sleep studies, once for all of them
// (decision 211). A doctor can agree or take over; that doctor or an administrator can stop it.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestingDoctor, UserView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { stopSleepRequests } from '../../features/sleep-studies/staff/commands';
import { sleepRequester } from '../../features/sleep-studies/staff/queries';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { formatDate } from '../../ui/format';
import { FoldingCard } from '../../ui/page/FoldingCard';
import classes from './profile.module.css';
import { SignSleepRequests } from './SignSleepRequests';

interface SleepRequestsCardProps {
  readonly me: UserView;
}

export function SleepRequestsCard({ me }: SleepRequestsCardProps) {
  const found = useQuery(sleepRequester());
  const cache = useQueryClient();
  const { busy, run } = useCommand();
  const [open, setOpen] = useState<'sign' | 'stop' | null>(null);
  const close = () => setOpen(null);
  const doctor = found.data?.doctor ?? null;
  const changed = (said: string) => {
    close();
    toast.success(said);
    return refresh(cache, 'sleep');
  };
  const stop = () =>
    run(
      async (key) => {
        await stopSleepRequests(key);
        await changed('Requests for sleep studies are not signed any more.');
      },
      (failure) => {
        close();
        toastFailure(failure);
      },
    );
  const maySign = me.Role === 'ROLE_DOCTOR' && found.isSuccess && doctor?.isMe !== true;
  const mayStop = doctor !== null && (doctor.isMe || me.isAdmin || me.Role === 'ROLE_ADMIN');
  return (
    <FoldingCard
      title="Sleep study requests"
      summary={
        found.data &&
        (doctor === null ? 'No doctor signs them' : `Signed by ${doctor.isMe ? 'you' : doctor.name}`)
      }
      action={
        (maySign || mayStop) && (
          <div className={classes['actions']}>
            {mayStop && (
              <Button variant="default" onClick={() => setOpen('stop')}>
                Stop signing
              </Button>
            )}
            {maySign && <Button onClick={() => setOpen('sign')}>Sign sleep study requests</Button>}
          </div>
        )
      }
    >
      {found.isPending && <Loading rows={1} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && <Signs doctor={doctor} />}
      {open === 'sign' && (
        <SignSleepRequests
          earlier={doctor}
          onClose={close}
          onSigned={() => changed('You are signing requests for sleep studies from now on.')}
        />
      )}
      <ConfirmDialog
        opened={open === 'stop'}
        title="Stop signing"
        question="Requests for sleep studies will wait until a doctor agrees to sign them. Requests that were faxed stay as they are."
        safeLabel="Keep signing"
        dangerLabel="Stop signing"
        busy={busy}
        onClose={close}
        onConfirm={() => void stop()}
      />
    </FoldingCard>
  );
}

function Signs({ doctor }: { readonly doctor: RequestingDoctor | null }) {
  if (doctor === null)
    return (
      <Notice kind="warning">
        No doctor has agreed to sign requests for sleep studies. Orders that are paid are waiting, and nothing
        will be faxed until a doctor agrees.
      </Notice>
    );
  const since = formatDate(doctor.since);
  return (
    <p className={classes['hint']}>
      {doctor.isMe
        ? `You have signed requests for sleep studies since ${since}. Your name, numbers and signature are printed on each one.`
        : `${doctor.name} has signed requests for sleep studies since ${since}.`}
    </p>
  );
}
