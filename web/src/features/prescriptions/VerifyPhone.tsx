// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The cell phone has to be verified once per number (decision 74): first the
 * number and whether to go on, then the code that was sent to it.
 */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiError } from '../../api/failures';
import { useTextMessagesAway } from '../../api/textMessages';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { wordsOf } from '../../ui/feedback/failureText';
import { toast } from '../../ui/feedback/toasts';
import { CancelButton } from '../../ui/forms/CancelButton';
import { CodeInput } from '../../ui/forms/CodeInput';
import { codeFault } from '../../ui/forms/codeFault';
import { faultsOf, FieldError } from '../../ui/forms/faults';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { confirmPhoneCode, sendPhoneCode } from './commands';
import css from './dialogs.module.css';

const WRONG_CODE = 'verification code is not correct, please check your phone and try again';

const messageOf = (failure: unknown): string =>
  failure instanceof Error ? wordsOf(failure) : (faultsOf(failure)[0]?.message ?? WRONG_CODE);

interface VerifyPhoneProps {
  personId: string;
  phoneNumber: string;
  onVerified: () => void;
  onCancel: () => void;
}

export function VerifyPhone({ personId, phoneNumber, onVerified, onCancel }: VerifyPhoneProps) {
  const [sent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, run } = useCommand();
  const send = () => {
    setRefusal(null);
    return run(
      async () => {
        await sendPhoneCode(personId);
        setSent(true);
      },
      (failure) => setRefusal(messageOf(failure)),
    );
  };
  if (sent) return <CodeDialog personId={personId} onVerified={onVerified} onCancel={onCancel} />;
  return (
    <Dialog
      opened
      onClose={onCancel}
      title="Verify your cell phone"
      footer={
        <div className={css.footer}>
          <CancelButton onCancel={onCancel} />
          <Button loading={busy} onClick={() => void send()}>
            OK
          </Button>
        </div>
      }
    >
      <div className={css.warning}>
        <IconAlertTriangle size={28} aria-hidden />
        <div>
          <p>Before we send your request, your cell phone number must be verified. We’ll text a code to:</p>
          <p className={css.number}>
            <PhoneNumber number={phoneNumber} />
          </p>
          {refusal === null ? null : (
            <p className="s-field-error" role="alert">
              <FieldError message={refusal} />
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function CodeDialog({ personId, onVerified, onCancel }: Omit<VerifyPhoneProps, 'phoneNumber'>) {
  const form = useId();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const away = useTextMessagesAway();
  const { busy, run } = useCommand();
  const confirm = (typed: string) =>
    run(
      async () => {
        const answer = await confirmPhoneCode(personId, typed);
        if (answer.data.activate !== 1) {
          again(WRONG_CODE);
          return;
        }
        toast.success('cell phone number is confirmed');
        onVerified();
      },
      (failure) => {
        const wrong = failure instanceof ApiError && failure.code === 'WRONG_CODE';
        again(wrong ? WRONG_CODE : messageOf(failure));
      },
      typed,
    );
  /** Empties the boxes for another try. */
  function again(words: string) {
    setFault(words);
    setCode('');
  }
  function submit(typed: string) {
    const message = codeFault(typed);
    if (message !== null) setFault(message);
    else void confirm(typed);
  }
  return (
    <Dialog
      opened
      // Without a cross the first box of the code has the focus.
      closable={false}
      onClose={onCancel}
      title="Please input the code sent to your cell phone"
      footer={
        <div className={css.footer}>
          <CancelButton onCancel={onCancel} />
          <Button type="submit" form={form} loading={busy}>
            Submit
          </Button>
        </div>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(code);
        }}
      >
        <CodeInput
          id="verificationCode"
          label="Code"
          value={code}
          autoFocus
          delayed={away}
          live
          error={fault === null ? undefined : <FieldError message={fault} />}
          onChange={(next) => {
            setCode(next);
            if (next !== '') setFault(null);
          }}
          onComplete={submit}
        />
      </form>
    </Dialog>
  );
}
