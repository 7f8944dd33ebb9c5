// SPDX-License-Identifier: AGPL-3.0-or-later

// The doctor's agreement to sign all requests for sleep studies: a drawing and the password. The drawing is
// printed on every request until the doctor stops (decision 211), so the dialog says so before it is drawn.

import type { RequestingDoctor } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { SignaturePad } from '../../features/prescriptions/review/SignaturePad';
import { isDrawn, type Strokes } from '../../features/prescriptions/review/strokes';
import { signSleepRequests } from '../../features/sleep-studies/staff/commands';
import { Dialog } from '../../ui/dialogs/Dialog';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary } from '../../ui/forms/faults';
import { PasswordField } from '../../ui/forms/PasswordField';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import classes from './profile.module.css';

interface SignSleepRequestsProps {
  /** The doctor who has signed until now. */
  readonly earlier: RequestingDoctor | null;
  readonly onClose: () => void;
  readonly onSigned: () => Promise<unknown>;
}

interface Values {
  readonly strokes: Strokes;
  readonly password: string;
}

const EMPTY: Values = { strokes: [], password: '' };

export function SignSleepRequests({ earlier, onClose, onSigned }: SignSleepRequestsProps) {
  const { busy, run, changed } = useCommand();
  const { values, setValues, field, faults } = useFaultedForm(null, EMPTY, { onChange: changed });
  const { strokes, password } = values;
  const reason = missing(values);
  const agree = () => {
    if (reason !== null) return;
    faults.clear();
    void run(
      async (key) => {
        await signSleepRequests(strokes, password, key);
        await onSigned();
      },
      (failure) => {
        setValues({ password: '' });
        faults.fromError(failure);
      },
    );
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Sign sleep study requests"
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} />
          <ReasonedButton reason={reason} loading={busy} onClick={agree}>
            Agree
          </ReasonedButton>
        </>
      }
    >
      <form
        className={classes['form']}
        aria-label="Sign sleep study requests"
        onSubmit={(event) => {
          event.preventDefault();
          agree();
        }}
      >
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <p>
          You agree to be the requesting practitioner of the clinic’s sleep studies. Orders that are paid are
          faxed to the sleep clinic automatically. Each request will show your name, your CPSBC number, your
          MSP practitioner number and this signature, with the words “Signed under a standing order” and
          today’s date.
        </p>
        {earlier !== null && <p>{`You will take over from ${earlier.name}.`}</p>}
        <div id="strokes">
          <SignaturePad
            strokes={strokes}
            onChange={(drawn) => {
              setValues({ strokes: drawn });
              faults.clear('strokes');
            }}
            disabled={busy}
          />
        </div>
        <p className={classes['hint']}>
          Draw with a pen, a finger or the mouse. The signature will be used for sleep study requests only.
          You can stop at any time.
        </p>
        <PasswordField
          {...field('password')}
          label="Your password"
          autoComplete="current-password"
          disabled={busy}
        />
      </form>
    </Dialog>
  );
}

function missing({ strokes, password }: Values): string | null {
  if (!isDrawn(strokes)) return 'Draw your signature to agree.';
  return password === '' ? 'Enter your password to agree.' : null;
}
