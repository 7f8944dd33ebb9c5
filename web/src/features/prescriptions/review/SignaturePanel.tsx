/**
 * Signing the prescription on screen: draw and sign, or, from the keyboard,
 * confirm with the password, which marks the printed sheet for signing in ink.
 * Says who signed and when once it is done. A later edit voids the signature
 * on the server, and this panel then asks again.
 */
import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { PrescriptionView } from '../../../api/types';
import { announce } from '../../../ui/feedback/announce';
import { dateTime } from '../../../ui/format';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { remember, signPrescription, staleAgainst } from './calls';
import { nameOf } from './lines';
import { SignaturePad } from './SignaturePad';
import styles from './signature.module.css';
import { isDrawn, type Strokes } from './strokes';

export function SignaturePanel({ prescription }: { prescription: PrescriptionView }) {
  const client = useQueryClient();
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [inInk, setInInk] = useState(false);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  if (prescription.signature) {
    const { signature } = prescription;
    const done = signature.forInk ? 'Marked for signing in ink by' : 'Signed by';
    return (
      <p
        className={styles.hint}
      >{`${done} ${nameOf(signature.signedBy)}, ${dateTime(signature.signedAt)}.`}</p>
    );
  }

  const sign = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const newest = await signPrescription(prescription, inInk ? { password } : { strokes });
      remember(client, newest);
      announce(`Prescription ${newest.label} signed.`);
    } catch (error) {
      const newest = staleAgainst(error);
      // Nobody signs what was not on screen: the newest pages are shown and signed anew.
      if (newest) {
        remember(client, newest);
        setStrokes([]);
      }
      setRefusal(
        error instanceof Error ? error.message : 'Some error happens. Please try again or contact us.',
      );
    } finally {
      setBusy(false);
      setPassword('');
    }
  };

  const reason = prescription.canSign ?? missing(inInk, password, strokes);
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
            description="Confirms that it is you. The sheet is marked for signing in ink."
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
            }}
          />
        ) : (
          <SignaturePad strokes={strokes} onChange={setStrokes} disabled={busy} />
        )}
      </div>
      <div className={styles.side}>
        <p className={styles.hint}>
          {inInk
            ? 'For signing without a pen or mouse.'
            : 'Draw with a pen, a finger or the mouse. It is used for this prescription only.'}
        </p>
        <ReasonedButton type="submit" reason={reason} loading={busy}>
          Sign
        </ReasonedButton>
        <Button
          variant="subtle"
          onClick={() => {
            setInInk(!inInk);
            setRefusal(null);
          }}
        >
          {inInk ? 'Draw instead' : 'Sign in ink instead'}
        </Button>
        {refusal !== null && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
      </div>
    </form>
  );
}

function missing(inInk: boolean, password: string, strokes: Strokes): string | null {
  if (inInk) return password === '' ? 'Enter your password to sign in ink.' : null;
  return isDrawn(strokes) ? null : 'Draw your signature to sign.';
}
