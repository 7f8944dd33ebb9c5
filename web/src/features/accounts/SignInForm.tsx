// SPDX-License-Identifier: AGPL-3.0-or-later

// Sign-in for patients and for staff: e-mail and password, then the code, then the Last Login dialog.
import { Button, TextInput, Title } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useTextMessagesAway } from '../../api/textMessages';
import { CodeInput } from '../../ui/forms/CodeInput';
import { ErrorSummary, Refusal } from '../../ui/forms/faults';
import { PasswordField } from '../../ui/forms/PasswordField';
import { AppLink, useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths, safeNext } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import { Captcha, useNeedsCaptcha } from './Captcha';
import { Enrolment } from './Enrolment';
import { LastLoginDialog } from './LastLoginDialog';
import classes from './accounts.module.css';
import { SendAnother } from './SendAnother';
import { type SignIn, useSignIn } from './signIn';
import { minutesAndSeconds } from './useLockout';

const SUMMARY = 'Please correct error(s) below';

interface SignInFormProps {
  readonly staff: boolean;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly notice?: ReactNode;
  /** Below everything. */
  readonly foot?: ReactNode;
}

export function SignInForm({ staff, title, lead, notice, foot }: SignInFormProps) {
  const form = useSignIn(staff);
  const go = useGo();
  const next = safeNext(useQueryParam('next'));
  useTabTitle(form.stage.at === 'code' ? 'Enter your code' : title);
  const { stage } = form;
  // Under the dialog the step it came from stays.
  const shownStage = stage.at === 'in' ? stage.after : stage;
  const answer = stage.at === 'in' ? stage.answer : null;
  const shown = answer?.showLastLogin === true;
  useEffect(() => {
    if (answer && !shown) go(next, { replace: true });
    // The way out is taken once, when the answer arrives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, shown]);
  return (
    <>
      {shownStage.at === 'code' ? (
        <CodeStep form={form} stage={shownStage} />
      ) : (
        <PasswordStep form={form} title={title} lead={lead} notice={notice} foot={foot} />
      )}
      {answer?.user && (
        <LastLoginDialog
          opened={shown}
          user={answer.user}
          last={answer.lastLogin ?? null}
          onDone={() => go(next, { replace: true })}
        />
      )}
    </>
  );
}

interface PasswordStepProps {
  readonly form: SignIn;
  readonly title: string;
  readonly lead: ReactNode;
  readonly notice: ReactNode;
  readonly foot: ReactNode;
}

function PasswordStep({ form, title, lead, notice, foot }: PasswordStepProps) {
  const needsCaptcha = useNeedsCaptcha();
  const locked = form.lockout.left > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit(needsCaptcha);
  };
  const captchaFault = form.faults.faults.find((fault) => fault.field === 'captcha')?.message;
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <div>
        <Title order={1}>{title}</Title>
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
      </div>
      <ErrorSummary title={SUMMARY} faults={form.faults.faults} round={form.faults.round} />
      {form.refusal ? <SignInRefusal refusal={form.refusal} /> : notice}
      <TextInput {...form.field('Email')} label="Email" type="email" autoComplete="username" />
      <PasswordField {...form.field('Password')} label="Password" autoComplete="current-password" />
      {needsCaptcha && !locked && (
        <Captcha
          round={form.captchaRound}
          error={captchaFault}
          onAnswer={(answer) => {
            form.setFieldValue('captcha', answer);
            if (answer !== null) form.faults.clear('captcha');
          }}
        />
      )}
      {locked ? (
        <div className={classes['locked']}>
          <Button
            fullWidth
            size="lg"
            aria-disabled="true"
            aria-describedby="locked-why"
            leftSection={<IconLock size={18} aria-hidden="true" />}
            onClick={(event) => event.preventDefault()}
          >
            {/* Counted aloud once a minute only. */}
            <span aria-hidden="true">Try again in {minutesAndSeconds(form.lockout.left)}</span>
            <span className="s-visually-hidden">Sign in</span>
          </Button>
          <p id="locked-why">You can try again when the timer ends.</p>
        </div>
      ) : (
        <Button type="submit" fullWidth size="lg" loading={form.busy}>
          Sign in
        </Button>
      )}
      <p className={classes['centred']}>
        <AppLink href={paths.recovery()}>Forgot your password?</AppLink>
      </p>
      {foot && <p className={classes['centred']}>{foot}</p>}
    </form>
  );
}

function SignInRefusal({
  refusal,
}: {
  readonly refusal: { readonly code: string; readonly message: string };
}) {
  return (
    <Refusal title={refusal.message}>
      {refusal.code === 'NOT_ACTIVATED' ? (
        <AppLink href={paths.confirm()}>Enter the code from the email</AppLink>
      ) : undefined}
    </Refusal>
  );
}

interface CodeStepProps {
  readonly form: SignIn;
  readonly stage: Extract<SignIn['stage'], { at: 'code' }>;
}

function CodeStep({ form, stage }: CodeStepProps) {
  const sms = stage.via === 'sms';
  const away = useTextMessagesAway(sms);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.verify(form.values.code);
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <div>
        <Button
          variant="subtle"
          className={classes['back'] ?? ''}
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          onClick={form.back}
        >
          Back
        </Button>
        <p className={classes['lead']}>Step 2 of 2</p>
        <Title order={1}>{stage.enrol ? 'Set up your authenticator' : 'Enter your code'}</Title>
        <p className={classes['lead']}>
          {sms
            ? 'We sent a 6-digit code by text message to your cell phone.'
            : stage.enrol
              ? 'Office accounts sign in with an authenticator app. This is shown once.'
              : 'Open your authenticator app and enter the 6-digit code it shows.'}
        </p>
      </div>
      {form.refusal && <SignInRefusal refusal={form.refusal} />}
      {stage.enrol && <Enrolment secret={stage.enrol.secret} address={stage.enrol.otpauthUrl} />}
      <CodeInput
        id="code"
        label="Verification code"
        value={form.values.code}
        autoFocus
        live
        error={form.faults.error('code')}
        delayed={away}
        hint={sms && !away ? 'It usually arrives within a minute.' : undefined}
        onChange={(code) => {
          form.setFieldValue('code', code);
          if (code !== '') form.faults.clear('code');
        }}
        onComplete={(code) => void form.verify(code)}
      />
      <Button type="submit" fullWidth size="lg" loading={form.busy}>
        Verify and sign in
      </Button>
      {sms && <Another form={form} />}
    </form>
  );
}

/** A new code takes the first step again; where a captcha is asked, its box has to be ticked again. */
function Another({ form }: { readonly form: SignIn }) {
  const needsCaptcha = useNeedsCaptcha();
  return (
    <SendAnother
      justSent
      disabled={form.busy}
      send={async () => {
        if (needsCaptcha) form.back();
        else await form.submit(false);
        return undefined;
      }}
    />
  );
}
