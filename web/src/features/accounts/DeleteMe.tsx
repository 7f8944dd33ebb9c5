// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, Delete Me: only where the automatic mode is on (decision 28). The record is marked and
// hidden; the session ends.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { FoldingCard } from '../../ui/page/FoldingCard';
import { deleteAccount } from './commands';
import classes from './profile.module.css';

export function DeleteMe({ me }: { readonly me: UserView }) {
  const [asking, setAsking] = useState(false);
  const { busy, run } = useCommand();
  const remove = () =>
    run(
      async () => {
        await deleteAccount(me._id);
        await session.signOut();
      },
      (failure) => {
        setAsking(false);
        toastFailure(failure);
      },
    );
  return (
    <FoldingCard title="Delete this account">
      <div className={classes['row']}>
        <p className={classes['hint']}>You will no longer be able to sign in.</p>
        <Button className="s-danger-outline" onClick={() => setAsking(true)}>
          Delete Me
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={`Delete ${me.Email}`}
        question={<p>Your account will be closed and you will be signed out everywhere. Delete it?</p>}
        safeLabel="Keep my account"
        dangerLabel="Delete Me"
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </FoldingCard>
  );
}
