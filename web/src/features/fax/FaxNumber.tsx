// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Whether the fax number of the pharmacy is known to be its own: the words
 * beside the number, and the question that somebody of the staff asks by
 * telephone. It warns and never blocks: a fax may be sent to a number that
 * nobody verified.
 */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import type { PrescriptionView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { announce } from '../../ui/feedback/announce';
import { formatDate } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { verifyNumber } from './commands';
import styles from './fax.module.css';
import { useCopyAction } from './useCopyAction';

/** How long the focus is waited for while the dialog closes. */
const TURN_MS = 50;
const MAX_TURNS = 20;

type Known = NonNullable<PrescriptionView['pharmacyNumber']>['verified'];

type WordsProps = {
  prescription: PrescriptionView;
  /** Opens the question; absent for who only reads. */
  onAsk?: (() => void) | undefined;
};

export function FaxNumberText({ prescription, onAsk }: WordsProps) {
  const number = prescription.pharmacyNumber;
  const isVerified = (number?.verified ?? null) !== null;
  // The button goes with the answer: the focus then goes to what took its place, unless it is elsewhere. The
  // dialog closes some turns after its answer is shown, and takes the focus with it.
  const words = useRef<HTMLParagraphElement>(null);
  const wasVerified = useRef(isVerified);
  useEffect(() => {
    const isNew = isVerified && !wasVerified.current;
    wasVerified.current = isVerified;
    if (!isNew) return undefined;
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (document.activeElement === document.body) words.current?.focus({ preventScroll: true });
      else if (turns < MAX_TURNS && document.activeElement?.closest('[role="dialog"]')) return;
      clearInterval(timer);
    }, TURN_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isVerified]);
  if (number === null) return null;
  if (number.verified) {
    return (
      <p ref={words} tabIndex={-1} className={styles.verified}>
        <IconCircleCheck size={16} aria-hidden="true" /> {verifiedText(number.verified)}
      </p>
    );
  }
  return (
    <p className={styles.unverified}>
      <span>
        <IconAlertTriangle size={16} aria-hidden="true" /> This fax number is not verified.
      </span>
      {onAsk && (
        <Button variant="default" size="compact-sm" onClick={onAsk}>
          Confirmed with pharmacy
        </Button>
      )}
    </p>
  );
}

function verifiedText({ by, at }: NonNullable<Known>): string {
  if (by === null) return `Fax number confirmed by the pharmacy’s machine, ${formatDate(at)}`;
  return `Fax number verified by ${by.FirstName} ${by.LastName}, ${formatDate(at)}`;
}

/** The pharmacy whose number it is: the doctor's choice comes before the patient's. */
function pharmacyName({ drPharmacy, pharmacy }: PrescriptionView): string {
  return (drPharmacy ?? pharmacy).name;
}

type AskProps = {
  prescription: PrescriptionView;
  onChanged: (newest: PrescriptionView) => void;
  onClose: () => void;
};

export function AskPharmacyDialog({ prescription, onChanged, onClose }: AskProps) {
  const now = { name: pharmacyName(prescription), number: prescription.pharmacyNumber?.number ?? '' };
  // What was read out on the telephone stays in the question, whatever is chosen meanwhile.
  const [asked] = useState(now);
  const { busy, refusal, act } = useCopyAction({ prescription, onChanged, onClose });
  const isOther = now.name !== asked.name || now.number !== asked.number;
  const verify = () =>
    void act(
      async (key) => {
        const newest = await verifyNumber(prescription._id, asked.number, key);
        announce(`The fax number of ${asked.name} is verified.`);
        return newest;
      },
      ({ pharmacyNumber }) =>
        pharmacyNumber?.number === asked.number && (pharmacyNumber.verified?.by ?? null) !== null,
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Fax number of ${asked.name}`}
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} data-autofocus />
          <ReasonedButton
            reason={isOther ? 'Another pharmacy was chosen in the meantime.' : null}
            loading={busy}
            onClick={verify}
          >
            Yes, it is theirs
          </ReasonedButton>
        </>
      }
    >
      <p>
        Call {asked.name} and read them <PhoneNumber number={asked.number} />. Is it their fax number?
      </p>
      {refusal !== null && (
        <p role="alert" className={styles.fault}>
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
