// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Where the fax goes, who chose it and whether the number is known to be the
 * pharmacy's, with Print and Fax beside it. Fax reads Re-Fax once one was
 * queued; while it cannot be pressed the reason stands next to it. While a copy
 * is in force there is nothing to print, and where only its void leads on, that
 * is the button and the reason its sentence. Queueing is
 * one command per press, repeated with the same key when the answer got lost,
 * so that a pharmacy never gets two.
 */
import { Button } from '@mantine/core';
import { IconBuildingStore, IconFileOff, IconPrinter, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import type { CopyView, PrescriptionView } from '../../api/generated/schema';
import { currentSettings } from '../../api/queries';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { BusyOverlay } from '../../ui/feedback/BusyOverlay';

import { toast } from '../../ui/feedback/toasts';
import { useQueuedUndo } from '../../ui/feedback/useQueuedUndo';
import { formatDateTime } from '../../ui/format';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { Kbd } from '../../ui/Kbd';
import { useSendKey } from '../../ui/keyboard/useSendKey';
import { PharmacyFax } from '../../ui/PharmacyFax';
import { noPaperText } from './copies';
import { queuePrescriptionFax, undoFax } from './commands';
import styles from './fax.module.css';
import { AskPharmacyDialog, FaxNumberText } from './FaxNumber';

type Props = {
  prescription: PrescriptionView;
  /** Prints the signed pages and records it; null while there is nothing to print, with the reason. */
  onPrint: () => Promise<void>;
  printReason: string | null;
  /** Prints the sheet of the copy in force once more, when it was recorded and did not come out here. */
  onSheetAgain?: (() => Promise<void>) | undefined;
  onQueued: (newest: PrescriptionView) => void;
  /** Told what is known now, after the pharmacy was asked. */
  onChanged: (newest: PrescriptionView) => void;
  /** Opens the void of the copy in force. */
  onVoid: (copy: CopyView) => void;
};

export function FaxFooter(props: Props) {
  const { prescription, onPrint, printReason, onSheetAgain, onQueued, onChanged, onVoid } = props;
  const [printing, setPrinting] = useState(false);
  const [asking, setAsking] = useState(false);
  const [askingAgain, setAskingAgain] = useState(false);
  const { busy: faxing, run } = useCommand();
  const pharmacy = prescription.drPharmacy ?? prescription.pharmacy;
  const again = prescription.fax !== null;
  const newest = prescription.copies[0];
  const toVoid = newest && newest.voidWays.length > 0 ? newest : null;
  const onlyVoid = toVoid !== null && prescription.canFax !== null;

  const undoable = useQueuedUndo(prescription.fax, {
    text: `Fax of ${prescription.label} to ${pharmacy.name}`,
    seconds: currentSettings().undoSeconds,
    undo: undoFax,
    saying: 'Queue prescription fax in progress...',
  });
  const fax = () =>
    run(
      async (key) => {
        const newest = await undoable.ask(() => queuePrescriptionFax(prescription, key));
        toast.success('Queue prescription fax success.');
        undoable.answered(newest.fax);
        onQueued(newest);
      },
      (failure) => toastFailure(failure, prescription),
      [prescription._id, prescription.version],
    );

  // A pharmacist who holds two sheets may fill both: what has not failed leaves again on a person's word alone.
  const mayBeThere = prescription.fax !== null && !prescription.fax.undelivered;
  const begin = () => {
    if (mayBeThere) setAskingAgain(true);
    else void fax();
  };

  const footer = useRef<HTMLDivElement>(null);
  useSendKey(footer, () => {
    if (prescription.canFax === null) begin();
  });

  return (
    <div ref={footer} className={styles.footer}>
      <BusyOverlay visible={faxing} />
      <IconBuildingStore size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.where}>
        <p className={styles.name}>
          {pharmacy.name} ·{' '}
          <span className={styles.number}>
            <PharmacyFax number={pharmacy.fax} refused={prescription.pharmacyRefused} />
          </span>
        </p>
        <p className={styles.meta}>
          {prescription.drPharmacy ? 'Chosen by the doctor.' : 'Chosen by the patient.'}{' '}
          {lastFax(prescription)}
        </p>
        <FaxNumberText
          prescription={prescription}
          onAsk={() => {
            setAsking(true);
          }}
        />
        {toVoid && onlyVoid && (
          <p className={styles.why}>
            {onSheetAgain ? SHEET_AGAIN : `${prescription.canFax} ${noPaperText(toVoid) ?? ''}`}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        {onSheetAgain && (
          <Button
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => void onSheetAgain()}
          >
            Get the sheet again
          </Button>
        )}
        {toVoid ? (
          <Button
            variant={onlyVoid && !onSheetAgain ? 'filled' : 'default'}
            leftSection={<IconFileOff size={16} aria-hidden="true" />}
            onClick={() => {
              onVoid(toVoid);
            }}
          >
            {`Void copy ${toVoid.number} and issue again`}
          </Button>
        ) : (
          <ReasonedButton
            variant="default"
            reason={printReason}
            loading={printing}
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => {
              setPrinting(true);
              void onPrint().finally(() => {
                setPrinting(false);
              });
            }}
          >
            Print
          </ReasonedButton>
        )}
        {!onlyVoid && (
          <ReasonedButton
            reason={prescription.canFax}
            loading={faxing}
            leftSection={<IconSend size={16} aria-hidden="true" />}
            rightSection={
              prescription.canFax === null ? (
                <span aria-hidden="true" className={styles.keycap}>
                  <Kbd>Ctrl ↵</Kbd>
                </span>
              ) : undefined
            }
            onClick={begin}
          >
            {again ? 'Re-Fax' : 'Fax'}
          </ReasonedButton>
        )}
      </div>
      <ConfirmDialog
        opened={askingAgain}
        title={`Fax ${prescription.label} again?`}
        question={`${lastFax(prescription)} ${pharmacy.name} will get the same sheet again.`}
        safeLabel="Do not fax"
        dangerLabel="Fax it again"
        danger={false}
        onConfirm={() => {
          setAskingAgain(false);
          void fax();
        }}
        onClose={() => {
          setAskingAgain(false);
        }}
      />
      {asking && (
        <AskPharmacyDialog
          prescription={prescription}
          onChanged={onChanged}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}

const SHEET_AGAIN = 'If the paper did not come out here, get the sheet again: it stays the same copy.';

function lastFax({ fax, work, printed }: PrescriptionView): string {
  if (!fax) return printed ? `Printed ${formatDateTime(printed.at)}.` : 'Not faxed yet.';
  if (fax.state === 'failed')
    return `Last fax failed, ${formatDateTime(fax.at)}${fax.reason ? `: ${fax.reason}` : '.'}`;
  // Held after a restore.
  if (fax.state === 'queued' && fax.reason) return `Queued ${formatDateTime(fax.at)}. ${fax.reason}`;
  // Nobody knows whether it arrived, or another machine answered.
  const doubt = work === 'fax' && fax.reason ? ` ${fax.reason}` : '';
  return `Last faxed ${formatDateTime(fax.at)}.${doubt}`;
}
