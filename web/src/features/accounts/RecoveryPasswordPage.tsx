// SPDX-License-Identifier: AGPL-3.0-or-later

// /recovery/password: a new password, with the token of the link that was mailed.
import { Button, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/useCommand';
import { Notice } from '../../ui/feedback/states';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { keepFocus } from '../../ui/forms/keepFocus';
import { AppLink, useGo, useLinkToken } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import classes from './accounts.module.css';
import { PasswordPair } from './CredentialFields';
import { setRecoveredPassword } from './commands';
import { newPasswordFaults, type PasswordParts } from './credentials';
import { RecoveryAlert } from './RecoveryAlert';
import { recoveryProblem } from './recovery';

export function RecoveryPasswordPage() {
  const token = useLinkToken() ?? '';
  useTabTitle('Set a new password');
  return (
    <div className={classes['form']}>
      <div>
        <Title order={1}>Set a new password</Title>
        <p className={classes['lead']}>
          You’ll be signed out everywhere and will sign in again with the new password.
        </p>
      </div>
      {token === '' ? (
        <Notice kind="error" title="This link is incomplete.">
          Open the link in the email again, or <AppLink href={paths.recovery()}>request a new link</AppLink>.
        </Notice>
      ) : (
        <PasswordForm token={token} />
      )}
    </div>
  );
}

function PasswordForm({ token }: { readonly token: string }) {
  const [form, setForm] = useState<PasswordParts>({ Password: '', confirmPassword: '' });
  const { busy, run } = useCommand();
  const [problem, setProblem] = useState<string | null>(null);
  const faults = useFaults(null);
  const go = useGo();
  const set = (change: Partial<PasswordParts>) => {
    setForm((before) => ({ ...before, ...change }));
    for (const field of Object.keys(change)) faults.clear(field);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = newPasswordFaults(form);
    faults.set(found);
    setProblem(null);
    if (found.length > 0) return;
    const work = async () => {
      await setRecoveredPassword(token, form.Password);
      go(paths.loginMessage('recovered'), { replace: true });
    };
    await run(work, (failure) => setProblem(recoveryProblem(failure)));
  };
  return (
    <form className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary title="Please correct error(s) below" faults={faults.faults} round={faults.round} />
      <RecoveryAlert problem={problem} onClose={() => setProblem(null)} />
      {problem !== null && (
        <p className={classes['lead']}>
          Has the link expired or already been used?{' '}
          <AppLink href={paths.recovery()}>Request a new link</AppLink>
        </p>
      )}
      <PasswordPair
        stacked
        labels={['New Password', 'Confirm Password']}
        form={form}
        set={set}
        faults={faults}
      />
      <Button type="submit" fullWidth size="lg" loading={busy} onMouseDown={keepFocus}>
        Save the new password
      </Button>
    </form>
  );
}
