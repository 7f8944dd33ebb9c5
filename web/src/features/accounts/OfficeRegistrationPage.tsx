// SPDX-License-Identifier: AGPL-3.0-or-later

// /office-registration: sign-up of office staff. Outside dev and auto it takes an invitation, whose
// token is in the link (decision 76); the address it was sent to cannot be changed then.
import { TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useSettings } from '../../api/queries';
import { useCommand } from '../../api/useCommand';
import { Loading, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { keepFocus } from '../../ui/forms/keepFocus';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { AppLink, useGo, useLinkToken } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import { Captcha, useNeedsCaptcha } from './Captcha';
import { ConsentsStep, consentsLeft } from './ConsentsStep';
import { EmailPair, PasswordPair, PhonePair } from './CredentialFields';
import { registerAccount } from './commands';
import { officeFaults, officeRequestOf } from './officeSignUp';
import { invitationOf } from './queries';
import classes from './registration.module.css';
import { EMPTY, type SetSignUp, type SignUp } from './signUp';
import { waitingEmail } from './waitingEmail';

export function OfficeRegistrationPage() {
  const { officeRegistration } = useSettings();
  const token = useLinkToken();
  const invitation = useQuery({ ...invitationOf(token ?? ''), enabled: token !== undefined });
  useTabTitle('Office sign up');
  useEffect(() => {
    if (invitation.data) toast.success('Token is confirmed.');
  }, [invitation.data]);
  const uninvited = token === undefined && officeRegistration === 'token';
  return (
    <div className={classes['single']}>
      <div>
        <Title order={1}>Office sign up</Title>
        <p className={classes['lead']}>For people who work at the clinic.</p>
      </div>
      {uninvited && (
        <Notice kind="warning" title="You need an invitation.">
          An administrator will email it to you. Open the link in it.
        </Notice>
      )}
      {invitation.isLoading && <Loading />}
      {invitation.isError && (
        <Notice kind="error" live title="This invitation is no longer valid. Please request a new one.">
          It may have already been used, or be more than seven days old.
        </Notice>
      )}
      {!uninvited && !invitation.isLoading && !invitation.isError && (
        <OfficeForm token={token} invited={invitation.data?.email} />
      )}
      <p className={classes['next']}>
        Are you a patient? <AppLink href={paths.registration()}>Create Account</AppLink>
      </p>
    </div>
  );
}

interface OfficeFormProps {
  readonly token: string | undefined;
  /** The address that was invited. */
  readonly invited: string | undefined;
}

function OfficeForm({ token, invited }: OfficeFormProps) {
  const settings = useSettings();
  const empty: SignUp = { ...EMPTY, Email: invited ?? '', confirmEmail: invited ?? '' };
  const [form, setForm] = useState(empty);
  const { busy, run } = useCommand();
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const faults = useFaults({ typed: form, stored: empty, keep: null });
  const go = useGo();
  const needsCaptcha = useNeedsCaptcha();
  const set: SetSignUp = (change) => {
    setForm((before) => ({ ...before, ...change }));
    for (const field of Object.keys(change)) faults.clear(field);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = officeFaults(form);
    if (needsCaptcha && captcha === null)
      found.push({ field: 'captcha', message: 'Tick this box to continue.' });
    faults.set(found);
    if (found.length > 0) return;
    const work = async (key: string) => {
      const answer = await registerAccount(officeRequestOf(form, token, captcha), key);
      waitingEmail.set(form.Email.trim());
      toast.success(answer.message);
      go(paths.confirm(), { replace: true });
    };
    const failed = (failure: unknown) => {
      faults.fromError(failure);
      setRound((before) => before + 1);
    };
    await run(work, failed, [form, captcha]);
  };
  const name = (field: 'FirstName' | 'LastName', label: string, autoComplete: string) => (
    <TextInput
      id={field}
      label={label}
      autoComplete={autoComplete}
      value={form[field]}
      error={faults.error(field)}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const parts = { form, set, faults };
  const left = settings.automatic ? [] : consentsLeft(form);
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      <ErrorSummary title="Please correct error(s) below" faults={faults.faults} round={faults.round} />
      <div className={classes['two']}>
        {name('FirstName', 'First name', 'given-name')}
        {name('LastName', 'Last name', 'family-name')}
      </div>
      <PhonePair {...parts} />
      <EmailPair
        {...parts}
        fixed={invited === undefined ? undefined : 'The invitation was sent to this address.'}
      />
      <PasswordPair {...parts} />
      <Title order={2}>Consents</Title>
      <ConsentsStep {...parts} />
      {needsCaptcha && (
        <Captcha
          round={round}
          error={faults.faults.find((fault) => fault.field === 'captcha')?.message}
          onAnswer={(answer) => {
            setCaptcha(answer);
            if (answer !== null) faults.clear('captcha');
          }}
        />
      )}
      <ReasonedButton
        type="submit"
        size="lg"
        loading={busy}
        onMouseDown={keepFocus}
        side="below"
        reason={left.length === 0 ? null : `Agree to ${left.join(', ')} to create your account.`}
      >
        Create Account
      </ReasonedButton>
    </form>
  );
}
