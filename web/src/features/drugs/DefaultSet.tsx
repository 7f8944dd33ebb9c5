// SPDX-License-Identifier: AGPL-3.0-or-later

// The offer of the default filters: shown once, until somebody answers.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { Loading, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { answerOffer } from './commands';
import classes from './filters.module.css';
import { filterOffer } from './queries';

export function DefaultSet() {
  const client = useQueryClient();
  const { data, isPending } = useQuery(filterOffer());
  const [sure, setSure] = useState(false);
  const { busy, run } = useCommand();
  if (isPending) return <Loading rows={0} />;
  if (!data || data.offer === null) return null;
  const adds = data.offer === 'add';
  const answer = async (accept: boolean) => {
    await run(
      async (key) => {
        await answerOffer(accept, key);
        const done = adds ? 'was added' : 'stays active';
        toast.success(accept ? `The default set ${done}.` : 'The default set will not be used.');
      },
      (failure) => toastFailure(failure),
    );
    setSure(false);
    await refresh(client, 'data');
  };
  return (
    <div className={classes['offer']}>
      <Notice
        kind="info"
        title={
          adds
            ? `Start with the default set of ${data.filters} filters?`
            : `The default set of ${data.filters} filters came with the catalogue`
        }
      >
        <p>
          It crosses out opioids, sedatives, stimulants, anti-infectives and others that cannot be renewed,
          and hides vaccines and diagnostics. A pharmacist should look through it before real use. You will
          only be asked once.
        </p>
        <div className={classes['buttons']}>
          <Button loading={busy && !sure} onClick={() => void answer(true)}>
            {adds ? 'Use the default set' : 'Keep the default set'}
          </Button>
          <Button variant="default" onClick={() => (adds ? void answer(false) : setSure(true))}>
            Don’t use it
          </Button>
        </div>
      </Notice>
      <ConfirmDialog
        opened={sure}
        title="Don’t use the default set"
        question={
          <p>
            {`The filters that came with the catalogue will be deleted. Controlled substances will stay crossed out; everything else can be requested unless you add filters.`}
          </p>
        }
        safeLabel="Keep the default set"
        dangerLabel="Delete them"
        busy={busy}
        onConfirm={() => void answer(false)}
        onClose={() => setSure(false)}
      />
    </div>
  );
}
