// SPDX-License-Identifier: AGPL-3.0-or-later

// /recovery: who has forgotten the password says who they are, and lets a link be sent to the address
// on file. The address is shown in part only.
import { Button, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/useCommand';
import { Notice } from '../../ui/feedback/states';
import { DateOfBirth } from '../../ui/forms/DateOfBirth';
import { ErrorSummary } from '../../ui/forms/faults';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { AppLink, useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import classes from './accounts.module.css';
import { searchRecovery, sendRecovery } from './commands';
import { RecoveryAlert } from './RecoveryAlert';
import { recoveryProblem, type Search, searchFaults } from './recovery';

type Stage =
  | { readonly at: 'search' }
  | { readonly at: 'found'; readonly user: { readonly _id: string; readonly Email: string } }
  | { readonly at: 'sent'; readonly message: string };

export function RecoveryPage() {
  const [stage, setStage] = useState<Stage>({ at: 'search' });
  useTabTitle('Recover your password');
  if (stage.at === 'sent') return <LinkSent message={stage.message} />;
  if (stage.at === 'found')
    return <Found user={stage.user} onSent={(message) => setStage({ at: 'sent', message })} />;
  return <SearchForm onFound={(user) => setStage({ at: 'found', user })} />;
}

function SearchForm({
  onFound,
}: {
  readonly onFound: (user: { readonly _id: string; readonly Email: string }) => void;
}) {
  const { busy, run } = useCommand();
  const [problem, setProblem] = useState<string | null>(null);
  const { values, field, faults } = useFaultedForm<Search>(
    null,
    {
      Email: '',
      DateOfBirth: '',
      DocumentNumber: '',
    },
    { asks: false },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = searchFaults(values);
    faults.set(found);
    setProblem(null);
    if (found.length > 0) return;
    void run(
      async () => {
        const answer = await searchRecovery({
          Email: values.Email.trim(),
          DateOfBirth: values.DateOfBirth,
          DocumentNumber: values.DocumentNumber.trim(),
        });
        onFound(answer.user);
      },
      (failure) => setProblem(recoveryProblem(failure)),
    );
  };
  return (
    <form className={classes['form']} noValidate onSubmit={submit}>
      <div>
        <Title order={1}>Recover your password</Title>
        <p className={classes['lead']}>
          Confirm your identity and we’ll email a reset link to the address on file.
        </p>
      </div>
      <ErrorSummary title="Please correct error(s) below" faults={faults.faults} round={faults.round} />
      <RecoveryAlert problem={problem} onClose={() => setProblem(null)} />
      <TextInput {...field('Email')} label="Email" type="email" autoComplete="username" />
      <DateOfBirth {...field('DateOfBirth')} label="Date of birth" />
      <TextInput
        {...field('DocumentNumber')}
        label="Health card number"
        description="Leave blank if you registered without a card."
        autoComplete="off"
      />
      <Button type="submit" fullWidth size="lg" loading={busy}>
        Validate my information
      </Button>
      <p className={classes['centred']}>
        Remembered it? <AppLink href={paths.login()}>Sign In</AppLink>
      </p>
    </form>
  );
}

interface FoundProps {
  readonly user: { readonly _id: string; readonly Email: string };
  readonly onSent: (message: string) => void;
}

function Found({ user, onSent }: FoundProps) {
  const { busy, run } = useCommand();
  const [problem, setProblem] = useState<string | null>(null);
  const go = useGo();
  const confirm = () => {
    setProblem(null);
    void run(
      async () => onSent((await sendRecovery(user._id)).message),
      (failure) => setProblem(recoveryProblem(failure)),
    );
  };
  return (
    <div className={classes['form']}>
      <div>
        <Title order={1} ref={focusOnce} tabIndex={-1} className={classes['quietFocus'] ?? ''}>
          We found your account
        </Title>
        <p className={classes['lead']}>
          We’ll send the link to <strong>{user.Email}</strong>. It works for one hour.
        </p>
      </div>
      <RecoveryAlert problem={problem} onClose={() => setProblem(null)} />
      <div className={classes['pair']}>
        <Button size="lg" loading={busy} onClick={confirm}>
          Confirm
        </Button>
        <Button size="lg" variant="default" disabled={busy} onClick={() => go(paths.login())}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The step before is gone, and the focus with it: reading goes on here. */
function focusOnce(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}

function LinkSent({ message }: { readonly message: string }) {
  return (
    <div className={classes['form']}>
      <Title order={1} ref={focusOnce} tabIndex={-1} className={classes['quietFocus'] ?? ''}>
        Check your email
      </Title>
      <Notice kind="success" live>
        {message}
      </Notice>
      <AppLink href={paths.login()}>Back to Sign In</AppLink>
    </div>
  );
}
