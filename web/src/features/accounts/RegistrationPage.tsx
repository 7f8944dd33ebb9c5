// SPDX-License-Identifier: AGPL-3.0-or-later

// /registration: sign-up in four steps, one question group at a time. The step is in the address, so
// that Back works; what was typed stays in memory only.
import { Button, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSettings } from '../../api/queries';
import { useCommand } from '../../api/useCommand';
import { toast } from '../../ui/feedback/toasts';
import { ErrorSummary, type Fault, faultsOf, useFaults } from '../../ui/forms/faults';
import { keepFocus } from '../../ui/forms/keepFocus';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import { Steps } from '../../ui/page/Steps';
import { Captcha, useNeedsCaptcha } from './Captcha';
import { ConsentsStep, consentsLeft } from './ConsentsStep';
import { CredentialsStep } from './CredentialsStep';
import { registerAccount } from './commands';
import { DocumentStep } from './DocumentStep';
import { HaveReady } from './HaveReady';
import { PersonalStep } from './PersonalStep';
import classes from './registration.module.css';
import { documentFaults } from './documents';
import {
  credentialFaults,
  EMPTY,
  personalFaults,
  requestOf,
  type SetSignUp,
  type SignUp,
  stepOf,
  todayInVancouver,
} from './signUp';
import { waitingEmail } from './waitingEmail';

const STEPS = ['Personal information', 'Health document', 'Credentials', 'Consents'] as const;
const LEADS = [
  'Enter your legal name as it appears on your government ID.',
  'We use it to confirm your identity and the fee that applies.',
  'You sign in with your email, a password and a code sent to your cell phone.',
  'Read each policy. You can tick the box once you reach the end.',
] as const;

/** The call may speak of the files together; the form has a place for each. */
function namedFaults(failure: unknown, cardUpload: boolean): readonly Fault[] {
  const place = cardUpload ? 'healthDocument' : 'profileImage';
  return faultsOf(failure).map((fault) => (fault.field === 'files' ? { ...fault, field: place } : fault));
}

/** Its steps are addresses of one page. */
const isThisPage = (pathname: string) => pathname === paths.registration();

export function RegistrationPage() {
  const settings = useSettings();
  const [form, setForm] = useState<SignUp>(EMPTY);
  const [reached, setReached] = useState(0);
  const { busy, run } = useCommand();
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const faults = useFaults({ typed: form, stored: EMPTY, outlives: isThisPage, keep: null });
  const go = useGo();
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = Number(useQueryParam('step') ?? '1') - 1;
  // A step that was not reached yet (a reload, a copied address) leads to the first one.
  const step = Number.isInteger(asked) && asked >= 0 && asked <= reached ? asked : 0;
  const needsCaptcha = useNeedsCaptcha();
  useTabTitle(`${STEPS[step] ?? ''} · Create Account`);

  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else if (faults.faults.length === 0) heading.current?.focus();
    // Only a change of step moves the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [step]);

  const set: SetSignUp = (change) => {
    setForm((before) => ({ ...before, ...change }));
    for (const field of Object.keys(change)) faults.clear(field);
  };
  const redirect = useQueryParam('redirect');
  const show = (at: number) => {
    setReached((before) => Math.max(before, at));
    go(paths.registration({ step: at, ...(redirect === undefined ? {} : { redirect }) }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found =
      [
        personalFaults(form, settings, todayInVancouver(new Date())),
        documentFaults(form, settings),
        credentialFaults(form),
        [],
      ][step] ?? [];
    faults.set(found);
    if (found.length > 0) return;
    if (step < STEPS.length - 1) show(step + 1);
    else await send();
  };
  const send = async () => {
    if (needsCaptcha && captcha === null) {
      faults.set([{ field: 'captcha', message: 'Tick this box to continue.' }]);
      return;
    }
    const work = async (key: string) => {
      const answer = await registerAccount(requestOf(form, captcha), key);
      waitingEmail.set(form.Email.trim());
      toast.success(answer.message);
      go(paths.confirm(), { replace: true });
    };
    const failed = (failure: unknown) => {
      faults.set(namedFaults(failure, settings.cardUpload));
      setRound((before) => before + 1);
    };
    await run(work, failed, [form, captcha]);
  };

  const left = settings.automatic ? [] : consentsLeft(form);
  const parts = { form, set, faults };
  return (
    <div className={classes['page']}>
      <Steps label="Steps of the sign-up" steps={STEPS} current={step} />
      <HaveReady isFirst={step === 0} />
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary
          title="Please correct error(s) below"
          faults={faults.faults}
          round={faults.round}
          onJump={(field) => {
            if (stepOf(field) !== step) show(stepOf(field));
          }}
        />
        <div>
          <Title order={1} ref={heading} tabIndex={-1} className={classes['title'] ?? ''}>
            {STEPS[step]}
          </Title>
          <p className={classes['lead']}>{LEADS[step]}</p>
        </div>
        {step === 0 && <PersonalStep {...parts} />}
        {step === 1 && <DocumentStep {...parts} />}
        {step === 2 && <CredentialsStep {...parts} />}
        {step === 3 && <ConsentsStep {...parts} />}
        {step === 3 && needsCaptcha && (
          <Captcha
            round={round}
            error={faults.faults.find((fault) => fault.field === 'captcha')?.message}
            onAnswer={(answer) => {
              setCaptcha(answer);
              if (answer !== null) faults.clear('captcha');
            }}
          />
        )}
        <div className={classes['buttons']}>
          {step < 3 ? (
            <Button
              type="submit"
              size="lg"
              onMouseDown={keepFocus}
              rightSection={<IconArrowRight size={20} aria-hidden="true" />}
            >
              Continue
            </Button>
          ) : (
            <ReasonedButton
              type="submit"
              size="lg"
              loading={busy}
              reason={
                left.length === 0
                  ? null
                  : `Agree to ${left.join(', ')} to create your account. ${4 - left.length} of 4 done.`
              }
              side="below"
            >
              Create Account
            </ReasonedButton>
          )}
          {step > 0 && (
            <Button variant="subtle" size="lg" onMouseDown={keepFocus} onClick={() => show(step - 1)}>
              Back
            </Button>
          )}
        </div>
        {step === 3 && (
          <p className={classes['next']}>Next: we’ll email you a code to confirm your address.</p>
        )}
      </form>
    </div>
  );
}
