// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The copies of a prescription under its lines: the sentence that says where a
 * void stands, or what to do about a fax in trouble, the table of copies, newest
 * first, the void ones struck through and said so, and what a doctor may do
 * about the one in force.
 */
import { Button } from '@mantine/core';
import { IconFileOff, IconHandGrab, IconPhoneCheck, IconPrinterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';

import type { CopyView, PrescriptionView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Loading, Notice } from '../../ui/feedback/states';
import { formatPhone } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PharmacyFax } from '../../ui/PharmacyFax';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { DataTable, type Column, type PhoneRow } from '../../ui/table/DataTable';
import { Words } from '../../ui/table/Words';
import { copyBadge, copyWhen, failedFaxId, faxNotice, isInDoubt, noPaperText, voidSentence } from './copies';
import styles from './copies.module.css';
import { IN_DOUBT } from './labels';
import { AskPharmacyDialog, FaxNumberText } from './FaxNumber';
import { cancellationPage, copyDocument } from './queries';
import type { PharmacySlot } from './VoidDialog';
import { lazyPart } from '../../ui/chunks';

const VoidDialog = lazyPart(async () => (await import('./VoidDialog')).VoidDialog);
const HandOverDialog = lazyPart(async () => (await import('./HandOverDialog')).HandOverDialog);
const PharmacyInformedDialog = lazyPart(
  async () => (await import('./HandOverDialog')).PharmacyInformedDialog,
);
const PdfPages = lazyPart(async () => (await import('./PdfPages')).PdfPages);

type Props = {
  prescription: PrescriptionView;
  /** Doctors void; others read. */
  isDoctor: boolean;
  /** Doctors and the office ask pharmacies, and do something at the fax desk. */
  isDesk: boolean;
  pharmacySearch: PharmacySlot;
  onChanged: (newest: PrescriptionView) => void;
};

type Doing =
  | { what: 'void' | 'told' | 'handed' | 'number'; copy: string }
  | { what: 'signed-document' | 'cancellation'; copy: string };

export function Copies({ prescription, isDoctor, isDesk, pharmacySearch, onChanged }: Props) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const section = useRef<HTMLElement>(null);
  const voided = useRef(false);
  const { copies } = prescription;
  const newest = copies[0];
  if (!newest) return null;
  const close = () => {
    setDoing(null);
    if (!voided.current) return;
    voided.current = false;
    // The button that opened the dialog goes: the focus is on the prescription, whose keys then lead on.
    const card = section.current?.closest('[data-item]');
    setTimeout(() => card?.querySelector<HTMLElement>('[data-line]')?.focus(), 0);
  };
  const on = copies.find((copy) => copy._id === doing?.copy);
  const sentence = voidSentence(newest, prescription.signature !== null);
  const notice = faxNotice(prescription);
  const faxId = isDesk ? failedFaxId(prescription) : null;
  const shared = { prescription, onChanged, onClose: close };
  const known = (
    <FaxNumberText
      prescription={prescription}
      onAsk={isDesk ? () => setDoing({ what: 'number', copy: newest._id }) : undefined}
    />
  );
  const rows: readonly CopyRow[] = [
    ...(newest.state === 'voided' ? [{ number: newest.number + 1, copy: null, prescription, known }] : []),
    ...copies.map((copy) => ({
      number: copy.number,
      copy,
      prescription,
      known: copy === newest && isTo(copy, prescription) ? known : null,
      onSignedDocument: () => setDoing({ what: 'signed-document', copy: copy._id }),
    })),
  ];
  return (
    <section ref={section} className={styles.copies} aria-label={`Copies of ${prescription.label}`}>
      {sentence && (
        <Notice kind={sentence.kind} title={sentence.title} live>
          {sentence.text}{' '}
          {newest.void?.how === 'fax' && (
            <button
              type="button"
              className="s-link"
              onClick={() => setDoing({ what: 'cancellation', copy: newest._id })}
            >
              See the cancellation
            </button>
          )}
        </Notice>
      )}
      {notice && (
        <Notice kind={notice.kind} title={notice.title}>
          {notice.text}
        </Notice>
      )}
      {faxId !== null && (
        <div className={styles.acts}>
          <ButtonLink
            href={paths.faxDesk({ fax: faxId })}
            variant="default"
            leftSection={<IconPrinterOff size={16} aria-hidden="true" />}
          >
            Send again or confirm at the fax desk
          </ButtonLink>
        </div>
      )}
      <div className={styles.head}>
        <h3>Copies</h3>
        <span className={styles.hint}>One is valid at a time</span>
      </div>
      <DataTable label="Copies" columns={COLUMNS} phone={PHONE} rows={rows} rowKey={keyOf} empty={null} />
      {isDoctor && noPaperText(newest) !== null && <p className={styles.hint}>{noPaperText(newest)}</p>}
      {isDoctor && newest.state !== 'voided' && (
        <div className={styles.acts}>
          {newest.way === 'paper' && newest.state === 'live' && (
            <Button
              leftSection={<IconHandGrab size={16} aria-hidden="true" />}
              onClick={() => setDoing({ what: 'handed', copy: newest._id })}
            >
              Record what happened to the paper copy
            </Button>
          )}
          {newest.voidWays.length > 0 && (
            <Button
              // Where nothing else leads on, it is the thing to do.
              variant={newest.state === 'failed' && prescription.canFax !== null ? 'filled' : 'default'}
              leftSection={<IconFileOff size={16} aria-hidden="true" />}
              onClick={() => setDoing({ what: 'void', copy: newest._id })}
            >
              {`Void copy ${newest.number} and issue again`}
            </Button>
          )}
          {newest.state === 'voiding' && (
            <Button
              variant="default"
              leftSection={<IconPhoneCheck size={16} aria-hidden="true" />}
              onClick={() => setDoing({ what: 'told', copy: newest._id })}
            >
              I called them
            </Button>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {on && doing?.what === 'void' && (
          <VoidDialog
            {...shared}
            copy={on}
            pharmacySearch={pharmacySearch}
            onChanged={(changed) => {
              voided.current = changed.copies.some((one) => one._id === on._id && one.void);
              onChanged(changed);
            }}
          />
        )}
        {on && doing?.what === 'told' && <PharmacyInformedDialog {...shared} copy={on} />}
        {on && doing?.what === 'handed' && <HandOverDialog {...shared} copy={on} />}
      </Suspense>
      {doing?.what === 'number' && <AskPharmacyDialog {...shared} />}
      {on && (doing?.what === 'signed-document' || doing?.what === 'cancellation') && (
        <PageDialog copy={on} what={doing.what} label={prescription.label} onClose={close} />
      )}
    </section>
  );
}

/** Whether an open copy goes where the number that is known of leads: another may be chosen by now. */
function isTo(copy: CopyView, { work, pharmacyNumber, drPharmacy, pharmacy }: PrescriptionView): boolean {
  return (
    work !== null &&
    copy.way === 'fax' &&
    copy.void === null &&
    formatPhone(copy.pharmacyFax) === pharmacyNumber?.number &&
    copy.pharmacyName === (drPharmacy ?? pharmacy).name
  );
}

/** A copy, or the next one, which is still to be signed. */
type CopyRow = {
  readonly number: number;
  readonly prescription: PrescriptionView;
  readonly known: ReactNode;
} & ({ readonly copy: null } | { readonly copy: CopyView; readonly onSignedDocument: () => void });

const keyOf = (row: CopyRow) => row.number;

const COLUMNS: readonly Column<CopyRow>[] = [
  { key: 'number', title: 'Copy', kind: 'reference', render: (row) => <strong>{row.number}</strong> },
  {
    key: 'pharmacy',
    title: 'Pharmacy',
    kind: 'text',
    render: (row) => (
      <>
        <PharmacyName row={row} />
        <FaxOf row={row} />
      </>
    ),
  },
  {
    key: 'state',
    title: 'State',
    kind: 'state',
    render: (row) => (
      <>
        <State row={row} />
        <About row={row} />
      </>
    ),
  },
  {
    key: 'when',
    title: 'When',
    kind: 'time',
    render: (row) => {
      if (row.copy === null) return 'Now';
      const when = copyWhen(row.copy);
      return (
        <>
          {when.at}
          <small className={styles.second}>
            <Words>{when.by}</Words>
          </small>
        </>
      );
    },
  },
];

const PHONE: PhoneRow<CopyRow> = {
  line1: (row) => (
    <>
      {`Copy ${row.number}, `}
      <PharmacyName row={row} />
    </>
  ),
  line2: (row) => (row.copy === null ? 'Now' : copyWhen(row.copy).at),
  flags: (row) => (
    <span>
      <State row={row} />
      <FaxOf row={row} />
      <About row={row} />
    </span>
  ),
};

type RowProps = { readonly row: CopyRow };

function PharmacyName({ row: { copy, prescription } }: RowProps) {
  if (copy === null) return (prescription.drPharmacy ?? prescription.pharmacy).name;
  return copy.state === 'voided' ? <del>{copy.pharmacyName}</del> : copy.pharmacyName;
}

/** The number that it goes to, and what is known of it. */
function FaxOf({ row: { copy, prescription, known } }: RowProps) {
  const pharmacy = prescription.drPharmacy ?? prescription.pharmacy;
  const { pharmacyRefused } = prescription;
  return (
    <>
      <small className={styles.num}>
        {copy !== null ? (
          formatPhone(copy.pharmacyFax)
        ) : pharmacyRefused === null ? (
          formatPhone(pharmacy.fax)
        ) : (
          <PharmacyFax number={pharmacy.fax} refused={pharmacyRefused} />
        )}
      </small>
      {known}
    </>
  );
}

function State({ row: { copy, prescription } }: RowProps) {
  if (copy === null) {
    return <StatusBadge code="PENDING" text={prescription.signature ? 'Signed, not sent' : 'To be signed'} />;
  }
  // Another machine answered its fax, and nobody asked the pharmacy yet.
  return <StatusBadge {...(isInDoubt(copy, prescription) ? IN_DOUBT : copyBadge(copy))} />;
}

function About({ row }: RowProps) {
  if (row.copy === null) return null;
  const { copy, onSignedDocument } = row;
  return (
    <>
      {copy.void && <small className={styles.second}>{copy.void.text}</small>}
      {copy.handed && <small className={styles.second}>{copy.handed.to}</small>}
      <button type="button" className="s-link" onClick={onSignedDocument}>
        {`See copy ${copy.number}${copy.state === 'voided' ? ', void' : ''}`}
      </button>
    </>
  );
}

type PageProps = {
  copy: CopyView;
  what: 'signed-document' | 'cancellation';
  label: string;
  onClose: () => void;
};

function PageDialog({ copy, what, label, onClose }: PageProps) {
  const isSignedDocument = what === 'signed-document';
  const signedDocument = useQuery({ ...copyDocument(copy), enabled: isSignedDocument });
  const page = useQuery({ ...cancellationPage(copy), enabled: !isSignedDocument });
  const shown = isSignedDocument ? signedDocument : page;
  const title = isSignedDocument
    ? `${label}, copy ${copy.number}${copy.void ? ', void' : ''}`
    : `Cancellation of ${label}, copy ${copy.number}`;
  return (
    <Dialog opened onClose={onClose} title={title} size={760}>
      <Suspense fallback={<Loading text="Loading..." rows={8} />}>
        <PdfPages
          file={shown.data}
          name={title}
          firstPage={1}
          failure={shown.error}
          onRetry={() => void shown.refetch()}
        />
      </Suspense>
    </Dialog>
  );
}
