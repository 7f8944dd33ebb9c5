// SPDX-License-Identifier: AGPL-3.0-or-later

// Taking the authenticator away of somebody who lost it: after the administrator's own password.
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { StaffAccount } from '../../../api/generated/schema';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { CancelButton } from '../../../ui/forms/CancelButton';
import { resetSecondStep } from './commands';
import { useChange } from './useChange';

export function ResetSecondStep({
  account,
  onClose,
}: {
  readonly account: StaffAccount;
  readonly onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const { busy, run } = useChange(account, { typed: password });
  const [fault, setFault] = useState<string | null>(null);
  const reset = async () => {
    if (password === '') {
      setFault('Password is required.');
      return;
    }
    await run({
      sends: [account.version, password],
      what: 'second_step',
      words: 'Authenticator reset. They have been notified by email.',
      work: (key) => resetSecondStep(account, password, key),
      onDone: onClose,
      onRefused: (failure) => setFault(failure.errors[0]?.message ?? failure.message),
    });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Reset authenticator"
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} />
          <Button type="submit" form="reset-second-step" className="s-danger" loading={busy}>
            Reset authenticator
          </Button>
        </>
      }
    >
      <form
        id="reset-second-step"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void reset();
        }}
      >
        <p>
          {`Make sure it is really ${account.person.FirstName} ${account.person.LastName} who is asking. They will be signed out everywhere, will set up a new authenticator at the next sign-in, and will be notified by email.`}
        </p>
        <PasswordInput
          data-autofocus
          label="Your password"
          autoComplete="current-password"
          value={password}
          error={fault}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setFault(null);
          }}
        />
      </form>
    </Dialog>
  );
}
