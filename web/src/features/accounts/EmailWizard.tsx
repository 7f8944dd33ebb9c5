// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, change of the e-mail in four steps: current password, code of the cell phone (staff: of the
// authenticator), new e-mail with its copy, code sent to the new address. A step that fails stays open.
import { Button, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { UserView } from '../../api/generated/schema';
import { session } from '../../api/session';
import { useTextMessagesAway } from '../../api/textMessages';
import { useCommand } from '../../api/useCommand';
import { unansweredText } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';
import { CancelButton } from '../../ui/forms/CancelButton';
import { CodeInput } from '../../ui/forms/CodeInput';
import { codeFault } from '../../ui/forms/codeFault';
import { ErrorSummary, Refusal, useFaults } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { keepFocus } from '../../ui/forms/keepFocus';
import { PasswordField } from '../../ui/forms/PasswordField';
import { Card } from '../../ui/page/Card';
import { EmailPair } from './CredentialFields';
import { changeEmail } from './commands';
import { type EmailParts, emailFaults } from './credentials';
import { emailProblem, type Problem, WIZARD, type WizardStep } from './emailChange';
import classes from './profile.module.css';
import { SendAnother } from './SendAnother';

interface EmailWizardProps {
  readonly me: UserView;
  /** Cancelled or done: the wizard starts again the next time. */
  readonly onClose: () => void;
}

interface Form extends EmailParts {
  readonly password: string;
  readonly phoneCode: string;
  readonly emailCode: string;
}

const AFTER: Record<WizardStep, WizardStep | null> = { 0: 1, 1: 2, 2: 3, 3: null };

const EMPTY: Form = { password: '', phoneCode: '', Email: '', confirmEmail: '', emailCode: '' };

export function EmailWizard({ me, onClose }: EmailWizardProps) {
  const [step, setStep] = useState<WizardStep>(0);
  const [form, setForm] = useState<Form>(EMPTY);
  const { busy, run } = useCommand();
  const [problem, setProblem] = useState<Problem | null>(null);
  const faults = useFaults({
    typed: form,
    stored: EMPTY,
    // The password and the codes never are (keeping.ts): it begins anew, with the email that was typed.
    keep: { name: 'email change', restore: setForm },
  });
  const fields = useRef<HTMLDivElement>(null);
  const staff = me.Role !== 'ROLE_PATIENT';
  const away = useTextMessagesAway(step === 1 && !staff);

  useEffect(() => {
    const shown = fields.current;
    if (shown?.dataset['step'] === String(step)) shown.querySelector<HTMLElement>('input')?.focus();
  }, [step]);

  const set = (change: Partial<Form>) => {
    setForm((before) => ({ ...before, ...change }));
    for (const field of Object.keys(change)) faults.clear(field);
  };

  const missing = (now: Form) => {
    if (step === 0 && now.password === '')
      return [{ field: 'password', message: 'Current password is required' }];
    if (step === 2) return emailFaults(now);
    if (step === 1 || step === 3) {
      const field = step === 1 ? 'phoneCode' : 'emailCode';
      const message = codeFault(now[field]);
      return message === null ? [] : [{ field, message }];
    }
    return [];
  };

  const verify = async (now: Form): Promise<boolean> => {
    if (step === 0) return (await changeEmail.password(now.password, me.Role)).isVerified;
    if (step === 1) return (await changeEmail.phoneCode(now.phoneCode)).isVerified;
    if (step === 2) return (await changeEmail.newEmail(now.Email.trim())).isVerified;
    const answer = await changeEmail.emailCode(now.emailCode);
    if (!answer.isVerified || answer.token === null) return false;
    await session.renew(answer.token);
    return true;
  };

  const submit = async (now: Form) => {
    const found = missing(now);
    faults.set(found);
    setProblem(null);
    if (found.length > 0) return;
    const refuse = (failure: unknown) => {
      setProblem(emailProblem(step, failure));
      // Without an answer the same code is to be pressed again: it is the same command then.
      if (unansweredText(failure) === null && (step === 1 || step === 3))
        set({ phoneCode: '', emailCode: '' });
    };
    const work = async () => {
      const onward = AFTER[step];
      if (!(await verify(now))) refuse(null);
      else if (onward !== null) setStep(onward);
      else {
        toast.success('Update user credential successful');
        onClose();
      }
    };
    await run(work, refuse);
  };

  const code = (field: 'phoneCode' | 'emailCode', label: string, hint: string): ReactNode => (
    <CodeInput
      key={field}
      id={field}
      label={label}
      hint={hint}
      autoFocus
      delayed={away}
      value={form[field]}
      error={faults.error(field)}
      onChange={(typed) => set({ [field]: typed })}
      onComplete={(typed) => void submit({ ...form, [field]: typed })}
    />
  );

  return (
    <form
      noValidate
      aria-label="Change email"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(form);
      }}
    >
      <Card
        title={
          <>
            Change email
            <span className={classes['step']}>{`Step ${step + 1} of 4`}</span>
          </>
        }
        footer={
          <span className={classes['buttons']}>
            <CancelButton disabled={busy} onMouseDown={keepFocus} onCancel={onClose} />
            <Button type="submit" loading={busy} onMouseDown={keepFocus}>
              {step === 3 ? 'Change my email' : 'Continue'}
            </Button>
          </span>
        }
      >
        <ErrorSummary faults={faults.faults} round={faults.round} />
        {step === 2 && <HereAgain of={faults.leave} />}
        {problem !== null && <Refusal title={problem.title}>{problem.text}</Refusal>}
        <div ref={fields} data-step={step} className={classes['fields']}>
          <Title order={3}>{WIZARD[step].title}</Title>
          {step === 0 && (
            <div className={classes['half']}>
              <PasswordField
                id="password"
                label="Current password"
                autoComplete="current-password"
                value={form.password}
                error={faults.error('password')}
                onChange={(password) => set({ password })}
              />
            </div>
          )}
          {step === 1 && (
            <>
              {code(
                'phoneCode',
                staff ? 'Authenticator code' : 'Phone code',
                staff
                  ? 'The 6-digit code that your authenticator app shows.'
                  : 'We sent it by text message to your cell phone.',
              )}
              {!staff && (
                <SendAnother
                  justSent
                  send={async () => {
                    await changeEmail.password(form.password, me.Role);
                    return 'We sent another code.';
                  }}
                />
              )}
            </>
          )}
          {step === 2 && (
            <EmailPair form={form} set={set} faults={faults} labels={['New email', 'Confirm new email']} />
          )}
          {step === 3 && (
            <>
              {code('emailCode', 'Email code', `We sent it to ${form.Email.trim()}.`)}
              <SendAnother
                justSent
                send={async () => {
                  await changeEmail.newEmail(form.Email.trim());
                  return 'We sent another code.';
                }}
              />
            </>
          )}
        </div>
      </Card>
    </form>
  );
}
