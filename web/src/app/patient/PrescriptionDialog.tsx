// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The prescription as paper: cover and prescription pages side by side, drawn
 * from the server's own bytes, a place to sign, and Print and Fax with what is
 * missing beside them. It is a chunk of its own because drawing PDF pages takes
 * a large library.
 */
import { useMediaQuery } from '@mantine/hooks';
import { IconFiles } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '../../api/failures';
import type { CopyView, PrescriptionView } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { coverQuery } from '../../features/fax/queries';
import { FaxFooter } from '../../features/fax/FaxFooter';
import { PdfPages } from '../../features/fax/PdfPages';
import { printPdf } from '../../features/fax/print';
import { VoidDialog } from '../../features/fax/VoidDialog';
import { recordPrint } from '../../features/prescriptions/review/commands';
import { cachePrescription, documentQuery } from '../../features/prescriptions/review/queries';
import {
  isUnused,
  SignaturePanel,
  useSignatureDraft,
} from '../../features/prescriptions/review/SignaturePanel';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { MAYBE_DONE } from '../../ui/feedback/failureText';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { PHONE_WIDTH } from '../../ui/widths';
import { beginPrint, lostPrint } from './lostPrint';
import { newPharmacy } from './Pickers';
import styles from './patient.module.css';

type Props = { prescription: PrescriptionView; onClose: () => void };

export function PrescriptionDialog({ prescription, onClose: close }: Props) {
  const client = useQueryClient();
  const narrow = useMediaQuery(PHONE_WIDTH);
  const [asking, setAsking] = useState(false);
  const signing = useSignatureDraft();
  const [leaving, setLeaving] = useState(false);
  const [voiding, setVoiding] = useState<CopyView | null>(null);
  const onClose = () => {
    if (isUnused(prescription, signing)) setLeaving(true);
    else close();
  };
  const [pages, setPages] = useState({ cover: 1, document: 1 });
  const file = useQuery(documentQuery(prescription));
  const [drawn, setDrawn] = useState<Blob | null>(null);
  // Nobody signs what is not on the screen yet.
  const notShown = notShownText(file.isError, file.data !== undefined && file.data === drawn);
  const drawnFrom = prescription.signature?.documentSha256 ?? 'unsigned';
  const cover = useQuery(
    coverQuery(prescription._id, `${prescription.version}-${drawnFrom}-${prescription.fax?.at ?? ''}`),
  );
  const total = pages.cover + pages.document;

  const { busy: printing, run } = useCommand();
  const isLost = !printing && lostPrint(prescription) !== null;
  const print = async (sheet: Blob) => {
    setAsking(false);
    await run(
      async (key) => {
        const begun = beginPrint(prescription, key);
        const printed = await recordPrint(prescription, begun.key).catch((failure: unknown) => {
          if (failure instanceof ApiError) begun.over();
          throw failure;
        });
        // A kept answer may be older than what is known by now.
        if (printed.version >= prescription.version) cachePrescription(client, printed);
        await printPdf(sheet);
        begun.over();
      },
      (failure) => toastFailure(failure, prescription),
      // Another copy is another print: never the kept answer of the one before.
      [prescription._id, prescription.version],
    );
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      size={1080}
      fullScreen={narrow ?? false}
      title={
        <span className={styles.dialogTitle}>
          {`Prescription ${prescription.label}`}
          <span className={styles.pageCount}>
            <IconFiles size={14} aria-hidden="true" /> {total} pages
          </span>
        </span>
      }
      footer={
        <div className={styles.documentFooter}>
          {!narrow && <SignaturePanel prescription={prescription} notShown={notShown} draft={signing} />}
          <FaxFooter
            prescription={prescription}
            onPrint={async () => {
              setAsking(true);
            }}
            printReason={
              printing
                ? 'The pages are on their way to the printer.'
                : printReason(prescription, file.data !== undefined)
            }
            onSheetAgain={
              isLost && file.data
                ? async () => {
                    if (file.data) await print(file.data);
                  }
                : undefined
            }
            onQueued={(newest) => {
              cachePrescription(client, newest);
              close();
            }}
            onChanged={(newest) => {
              cachePrescription(client, newest);
            }}
            onVoid={setVoiding}
          />
        </div>
      }
    >
      <div className={styles.documentArea}>
        <PdfPages
          file={cover.data}
          name="Fax cover"
          firstPage={1}
          failure={cover.error}
          onRetry={() => void cover.refetch()}
          onPages={(count) => {
            setPages((before) => ({ ...before, cover: count }));
          }}
        />
        <PdfPages
          file={file.data}
          name="Prescription"
          firstPage={pages.cover + 1}
          failure={file.error}
          onRetry={() => void file.refetch()}
          onPages={(count) => {
            setPages((before) => ({ ...before, document: count }));
          }}
          onDrawn={setDrawn}
        />
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          if (file.data) void print(file.data);
        }}
        danger={false}
        title={`Print ${prescription.label}`}
        safeLabel="Not now"
        dangerLabel="Print the one copy"
        question={
          <>
            <p>
              {`The paper will then be the one valid copy, for ${(prescription.drPharmacy ?? prescription.pharmacy).name}. To fax it later, void the paper copy first.`}
            </p>
            <p>It will stay in the queue until you record what happened to the paper copy.</p>
          </>
        }
      />
      <ConfirmDialog
        opened={leaving}
        onClose={() => {
          setLeaving(false);
        }}
        onConfirm={close}
        title="Discard the signature"
        question={
          signing.faults.leave.isUnanswered()
            ? MAYBE_DONE
            : 'You have drawn a signature and not signed with it yet.'
        }
        safeLabel="Keep signing"
        dangerLabel="Discard the signature"
      />
      {voiding && (
        <VoidDialog
          prescription={prescription}
          copy={prescription.copies.find((one) => one._id === voiding._id) ?? voiding}
          pharmacySearch={newPharmacy}
          onChanged={(newest) => {
            cachePrescription(client, newest);
            // What was on the screen is void: the next copy is read anew.
            if (newest.copies.some((one) => one._id === voiding._id && one.void)) close();
          }}
          onClose={() => {
            setVoiding(null);
          }}
        />
      )}
      {narrow && (
        <div className={styles.signing}>
          <SignaturePanel prescription={prescription} notShown={notShown} draft={signing} />
        </div>
      )}
    </Dialog>
  );
}

function printReason(prescription: PrescriptionView, loaded: boolean): string | null {
  if (!prescription.signature) return 'Sign first to print.';
  if (prescription.canPrint !== null) return prescription.canPrint;
  return loaded ? null : 'The pages are still loading.';
}

function notShownText(isFailed: boolean, isDrawn: boolean): string | null {
  if (isDrawn) return null;
  return isFailed ? 'The page couldn’t be loaded. Try it again on the page itself.' : 'Preparing the page.';
}
