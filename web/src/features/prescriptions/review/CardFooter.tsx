// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The footer of a prescription: what is undecided, then Prescription and Refund
 * as soon as they are allowed (2-back-office §4), and where the fax and the
 * refund stand with the reason when something failed.
 */
import { Button } from '@mantine/core';
import { IconFileText, IconMessage, IconPhone, IconReceiptRefund } from '@tabler/icons-react';
import { memo } from 'react';

import type { FaxView, PrescriptionView } from '../../../api/generated/schema';
import { formatDateTime, formatMoney } from '../../../ui/format';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import { nameOf } from '../timeline';
import type { BillWay } from './bills';
import type { Reviewer } from './commands';
import { isOpenForChanges, mayOpenPrescription, tally, tallySentence } from './lines';
import styles from './review.module.css';
import { KeyCap, LabelSubject } from './labels';

type Props = {
  prescription: PrescriptionView;
  reviewer: Reviewer;
  busy: boolean;
  onPrescription: () => void;
  onRefund: () => void;
  onBill: ((way: BillWay) => void) | undefined;
};

/** A key that moves within a card leaves its footer alone. */
export const CardFooter = memo(Footer);

function Footer(props: Props) {
  const { prescription, reviewer, busy, onPrescription, onRefund, onBill } = props;
  const opens = reviewer === 'doctor' && mayOpenPrescription(prescription);
  const { rejected, undecided } = tally(prescription);
  const refunds = prescription.canRefund && rejected > 0 && undecided === 0 && reviewer !== 'reader';
  // Its place from the first line on: with the last one nothing below moves.
  const waits = reviewer === 'doctor' && isOpenForChanges(prescription) && !opens && !refunds;
  // A fax that failed and cannot be sent again: the void of its copy, above, is the thing to do.
  const waitsForVoid = prescription.copies[0]?.state === 'failed' && prescription.canFax !== null;
  return (
    <div className={styles.footer}>
      {opens && (
        <Button
          variant={waitsForVoid || isOut(prescription) ? 'default' : 'filled'}
          leftSection={<IconFileText size={16} aria-hidden="true" />}
          onClick={onPrescription}
        >
          {documentText(prescription)}
          <LabelSubject name={prescription.label} />
          <KeyCap>p</KeyCap>
        </Button>
      )}
      {refunds && (
        <Button
          variant="outline"
          color="arbutus"
          leftSection={<IconReceiptRefund size={16} aria-hidden="true" />}
          disabled={busy}
          onClick={onRefund}
        >
          Refund {formatMoney(prescription.refundable)}
        </Button>
      )}
      <span className={styles.footerText}>
        {tallySentence(prescription)}
        {refunds ? `, ${formatMoney(prescription.refundable)} to refund` : ''}
        {opens ? nextStep(prescription) : ''}
      </span>
      {waits && (
        <Button
          component="span"
          className={styles.place}
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden="true" />}
          aria-hidden="true"
        >
          {documentText(prescription)}
          <KeyCap>p</KeyCap>
        </Button>
      )}
      {onBill && (
        <span className={styles.bills}>
          <Button
            variant="default"
            leftSection={<IconPhone size={16} aria-hidden="true" />}
            onClick={() => {
              onBill('phone');
            }}
          >
            Bill phone
            <LabelSubject name={`for ${prescription.label}`} />
          </Button>
          <Button
            variant="default"
            leftSection={<IconMessage size={16} aria-hidden="true" />}
            onClick={() => {
              onBill('msg');
            }}
          >
            Bill msg
            <LabelSubject name={`for ${prescription.label}`} />
          </Button>
        </span>
      )}
      <RefundState prescription={prescription} />
      {prescription.fax && <FaxState fax={prescription.fax} isWork={prescription.work === 'fax'} />}
      {prescription.printed && (
        <p className={styles.footerNote}>
          {`Printed ${formatDateTime(prescription.printed.at)} by ${nameOf(prescription.printed.by)}.`}
        </p>
      )}
    </div>
  );
}

/** The button to the paper: after a void it says what waits there. */
function documentText({ copies, signature }: PrescriptionView): string {
  const newest = copies[0];
  if (newest?.state !== 'voided') return 'Prescription';
  return signature ? `Fax copy ${newest.number + 1}` : `Sign and fax copy ${newest.number + 1}`;
}

/** Whether a pharmacy has a copy, or one is on its way: nothing is left to do with the pages. */
function isOut({ copies: [newest] }: PrescriptionView): boolean {
  return newest?.state === 'live' || newest?.state === 'delivered';
}

/** What is left to do once every line is decided, and for whom: the button beside it leads there. */
function nextStep(prescription: PrescriptionView) {
  const { signature, canSign, canFax, pharmacyRefused, drPharmacy, pharmacy } = prescription;
  if (pharmacyRefused !== null || isOut(prescription)) return '';
  const { name } = drPharmacy ?? pharmacy;
  if (signature === null) return canSign === null ? `. Next: sign and fax to ${name}.` : '';
  return canFax === null ? `. Next: fax to ${name}.` : '';
}

function RefundState({ prescription }: { prescription: PrescriptionView }) {
  const { refundState, payment } = prescription;
  if (refundState === 'intended' || refundState === 'unknown') {
    return <p className={styles.footerNote}>Refund requested. Confirmation will appear here.</p>;
  }
  if (refundState === 'failed') {
    return (
      <p className={styles.footerFailed}>The refund did not go through. Nothing was paid back; try again.</p>
    );
  }
  if (refundState === 'done' && payment?.refundAmount) {
    const when = payment.refundedAt ? `, ${formatDateTime(payment.refundedAt)}` : '';
    return <p className={styles.footerNote}>{`Refunded ${formatMoney(payment.refundAmount)}${when}.`}</p>;
  }
  return null;
}

const faxText: Record<FaxView['state'], string> = {
  queued: 'Fax queued for',
  sending: 'Fax on its way to',
  sent: 'Fax handed over, waiting for confirmation from',
  delivered: 'Fax delivered to',
  failed: 'Fax not delivered to',
  unknown: 'Fax not confirmed for',
};

/** One sentence on the newest fax; the reason stands with one that failed or is to be looked at. */
function FaxState({ fax, isWork }: { fax: FaxView; isWork: boolean }) {
  const failed = fax.state === 'failed' || isWork;
  const attempts = fax.attempts > 1 ? `, ${fax.attempts} attempts` : '';
  return (
    <p className={failed ? styles.footerFailed : styles.footerNote}>
      {`${faxText[fax.state]} ${fax.recipientName}, `}
      <PhoneNumber number={fax.toNumber} />
      {`, ${formatDateTime(fax.at)}${attempts}.`}
      {fax.reason ? ` ${fax.reason}` : ''}
    </p>
  );
}
