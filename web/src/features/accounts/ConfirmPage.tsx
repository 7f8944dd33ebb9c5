// SPDX-License-Identifier: AGPL-3.0-or-later

// /confirm: proves the e-mail address with the code that was sent to it.
import { Button, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/useCommand';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { CodeInput } from '../../ui/forms/CodeInput';
import { codeFault } from '../../ui/forms/codeFault';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { AppLink, useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import classes from './accounts.module.css';
import { activateAccount, resendActivation } from './commands';
import { isActivated } from './queries';
import { SendAnother } from './SendAnother';
import { waitingEmail } from './waitingEmail';

export function ConfirmPage() {
  const [email, setEmail] = useState(waitingEmail.get());
  const [code, setCode] = useState('');
  const [already, setAlready] = useState(false);
  const { busy, run } = useCommand();
  const faults = useFaults(null);
  const go = useGo();
  useTabTitle('Confirm your email');
  const check = async () => {
    if (email.trim() === '') return;
    // Only a convenience: a failure says nothing about the account.
    const answer = await isActivated(email.trim()).catch(() => ({ isActivated: false }));
    setAlready(answer.isActivated);
  };
  const submit = async (typed: string) => {
    const codeMessage = codeFault(typed);
    const missing = [
      ...(email.trim() === '' ? [{ field: 'email', message: 'Email is required.' }] : []),
      ...(codeMessage === null ? [] : [{ field: 'verificationCode', message: codeMessage }]),
    ];
    faults.set(missing);
    if (missing.length > 0) return;
    const work = async () => {
      await activateAccount(email.trim(), typed.trim());
      toast.success('Registration is confirmed.');
      go(paths.loginMessage('registered'), { replace: true });
    };
    await run(work, (failure) => {
      setCode('');
      faults.fromError(failure);
    });
  };
  const resend = async () => {
    if (email.trim() === '') {
      faults.set([{ field: 'email', message: 'Email is required.' }]);
      return null;
    }
    return (await resendActivation(email.trim())).message;
  };
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(code);
      }}
    >
      <div>
        <Title order={1}>Confirm your email</Title>
        <p className={classes['lead']}>Enter the code we sent to your email address.</p>
      </div>
      <ErrorSummary faults={faults.faults} round={faults.round} />
      {already && (
        <Notice kind="success" live title="This account is activated.">
          <AppLink href={paths.login()}>Sign In</AppLink>
        </Notice>
      )}
      <TextInput
        id="email"
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        error={faults.error('email')}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          faults.clear('email');
        }}
        onBlur={() => void check()}
      />
      <CodeInput
        id="verificationCode"
        label="Verification code"
        value={code}
        error={faults.error('verificationCode')}
        onChange={(typed) => {
          setCode(typed);
          if (typed !== '') faults.clear('verificationCode');
        }}
        onComplete={(typed) => void submit(typed)}
      />
      <Button type="submit" fullWidth size="lg" loading={busy}>
        Confirm
      </Button>
      <SendAnother send={resend} justSent={waitingEmail.get() !== ''} />
    </form>
  );
}
