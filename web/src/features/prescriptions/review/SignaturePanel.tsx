// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Signing the prescription on screen: draw and sign, or, from the keyboard,
 * confirm with the password, which marks the printed sheet for signing in ink.
 * Says who signed and when once it is done. A later edit voids the signature
 * on the server, and this panel then asks again.
 */
import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { PrescriptionView } from '../../../api/generated/schema';
import { useMe } from '../../../api/session';
import { useCommand } from '../../../api/useCommand';
import { announce } from '../../../ui/feedback/announce';
import { formatDateTime } from '../../../ui/format';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { useFaultedForm } from '../../../ui/forms/useFaultedForm';
import { signPrescription } from './commands';
import { drugLabel, nameOf, othersDecisions } from './lines';
import { cachePrescription, staleAgainst } from './queries';
import { SignaturePad } from './SignaturePad';
import styles from './signature.module.css';
import { isDrawn, type Strokes } from './strokes';

type Props = {
  prescription: PrescriptionView;
  /** Why the page is not on the screen yet; null once it is. */
  notShown?: string | null;
  draft: SignatureDraft;
};

interface Values {
  readonly strokes: Strokes;
  readonly inInk: boolean;
  readonly password: string;
  /** The decisions that were on screen when the box was ticked. */
  readonly taken: string;
}

const EMPTY: Values = { strokes: [], inInk: false, password: '', taken: '' };

export type SignatureDraft = ReturnType<typeof useSignatureDraft>;

/** What is drawn or typed to sign with: kept by whoever places the panel, which a turned screen draws anew elsewhere. */
export function useSignatureDraft() {
  return useFaultedForm(null, EMPTY, { asks: false });
}

/** Whether there is a drawing that is not used yet. */
export function isUnused({ signature }: PrescriptionView, { values }: SignatureDraft): boolean {
  return signature === null && values.strokes.length > 0;
}

export function SignaturePanel({ prescription, notShown = null, draft }: Props) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const { values, setValues, faults } = draft;
  const { strokes, inInk, password } = values;
  // What is said of the drawing or the password itself, before what is said of the whole.
  const refusal = faults.faults[0]?.message ?? null;
  // The form goes once it is signed: the focus stays in the dialog, on what took its place.
  const signed = useRef<HTMLParagraphElement>(null);
  const isSigned = prescription.signature !== null;
  const wasSigned = useRef(isSigned);
  useEffect(() => {
    if (isSigned && !wasSigned.current) signed.current?.focus();
    wasSigned.current = isSigned;
  }, [isSigned]);
  // The button was taken away while it worked: the focus goes to why.
  const refused = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (refusal !== null) refused.current?.focus();
  }, [refusal]);
  const me = useMe();
  const button = useRef<HTMLButtonElement>(null);

  if (prescription.signature) {
    const { signature } = prescription;
    const done = signature.forInk ? 'Marked for a handwritten signature by' : 'Signed by';
    const over = signature.takenOver.map(nameOf).join(', ');
    return (
      <p ref={signed} tabIndex={-1} className={styles.hint}>
        {`${done} ${nameOf(signature.signedBy)}, ${formatDateTime(signature.signedAt)}.`}
        {over === '' ? '' : ` Decisions of ${over} taken over.`}
      </p>
    );
  }

  const others = othersDecisions(prescription, me.Person._id);
  const decisions = others.map((one) => `${one.name} approved ${one.drugs.join(', ')}`).join('; ');
  const isTaken = values.taken === decisions;

  const sign = () => {
    faults.clear();
    return run(
      async () => {
        const newest = await signPrescription(
          prescription,
          inInk ? { password } : { strokes },
          others.map((one) => one.id),
        );
        cachePrescription(client, newest);
        // A drawing signs once: after a later change it is drawn again.
        setValues({ strokes: [], taken: '', password: '' });
        announce(`Prescription ${newest.label} signed.`);
      },
      (failure) => {
        const newest = staleAgainst(failure);
        setValues({ password: '' });
        if (newest === null) {
          faults.fromError(failure);
          return;
        }
        // Nobody signs what was not on screen: the newest pages are shown and signed again.
        cachePrescription(client, newest);
        setValues({ strokes: [] });
        faults.set([{ field: '', message: changedText(prescription, newest) }]);
      },
    );
  };

  const reason =
    prescription.canSign ??
    notShown ??
    (others.length > 0 && !isTaken
      ? 'Take over the decisions before you sign.'
      : missing(inInk, password, strokes));
  return (
    <form
      className={styles.row}
      aria-label="Signature"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null) void sign();
      }}
    >
      <div className={styles.panel}>
        <p className={styles.title}>Signature</p>
        {inInk ? (
          <PasswordInput
            label="Your password"
            description="Confirms that it is you. The prescription will be marked for a handwritten signature."
            autoComplete="current-password"
            value={password}
            onChange={(event) => setValues({ password: event.currentTarget.value })}
          />
        ) : (
          <SignaturePad
            strokes={strokes}
            onChange={(drawn) => setValues({ strokes: drawn })}
            // The next key is Enter.
            onStroke={() => button.current?.focus()}
            disabled={busy}
          />
        )}
      </div>
      <div className={styles.actions}>
        {others.length > 0 && (
          <Checkbox
            className={styles.takeOver ?? ''}
            label={`${decisions}. I take ${others.length === 1 ? 'this decision' : 'these decisions'} over as my own; the paper and the history say so.`}
            checked={isTaken}
            disabled={busy}
            onChange={(event) => setValues({ taken: event.currentTarget.checked ? decisions : '' })}
          />
        )}
        <p className={styles.hint}>
          {inInk
            ? 'For signing without a pen or mouse.'
            : 'Draw with a pen, a finger or the mouse. It is used for this prescription only.'}
        </p>
        <ReasonedButton ref={button} type="submit" reason={reason} loading={busy}>
          Sign
        </ReasonedButton>
        <Button
          variant="subtle"
          onClick={() => {
            setValues({ inInk: !inInk });
            faults.clear();
          }}
        >
          {inInk ? 'Draw instead' : 'Sign on paper instead'}
        </Button>
        {refusal !== null && (
          <p ref={refused} role="alert" tabIndex={-1} className={styles.refusal}>
            {refusal}
          </p>
        )}
      </div>
    </form>
  );
}

/** "Someone changed Ramipril while you were signing": the page above shows it by then. */
function changedText(seen: PrescriptionView, newest: PrescriptionView): string {
  const before = new Map(seen.medications.map((line) => [line._id, line.version]));
  const changed = newest.medications.filter((line) => before.get(line._id) !== line.version).map(drugLabel);
  const what = changed.length === 0 ? 'this prescription' : changed.join(', ');
  return `Someone changed ${what} while you were signing. Nothing was signed. The page now shows the change: check it, then sign again.`;
}

function missing(inInk: boolean, password: string, strokes: Strokes): string | null {
  if (inInk) return password === '' ? 'Enter your password to sign on paper.' : null;
  return isDrawn(strokes) ? null : 'Draw your signature to sign.';
}
