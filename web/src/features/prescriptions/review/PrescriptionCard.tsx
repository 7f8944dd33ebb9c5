// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One pending prescription: its header with the pharmacy and the three views,
 * its lines, and its footer. What the buttons do comes from ReviewBoard; which
 * of them appear follows lines.ts and the flags of the view.
 */
import { Button, SegmentedControl } from '@mantine/core';
import { IconBuildingStore, IconEyeCheck } from '@tabler/icons-react';

import { memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { MedicationView, PrescriptionView } from '../../../api/generated/schema';
import { Notice } from '../../../ui/feedback/states';
import { lazyPart, loadChunk } from '../../../ui/chunks';
import { formatDateTime } from '../../../ui/format';
import { PharmacyFax } from '../../../ui/PharmacyFax';
import { useNow } from '../../../ui/useNow';
import { TimeLeft } from '../queue/TimeLeft';
import { StaffRequestStatus } from '../StaffRequestStatus';
import type { AsSent } from '../../../ui/forms/asSent';
import { CardFooter } from './CardFooter';
import type { BillWay } from './bills';
import type { Decision, Reviewer } from './commands';
import type { CopiesSlot } from './copies';
import { Encounters } from './Encounters';
import { isOpenForChanges } from './lines';
import type { DrugPickerSlot } from './LineEditor';
import { RequestedView, TextView } from './OtherViews';
import styles from './review.module.css';
import { ReviewLine, type LineAct } from './ReviewLine';
import { LabelSubject } from './labels';
import type { LineEdit } from './useLineEdit';

const LineEditor = lazyPart(async () => (await import('./LineEditor')).LineEditor);

export const views = ['update', 'requested', 'text'] as const;
export type View = (typeof views)[number];

const VIEWS = [
  { value: 'update', label: 'Update' },
  { value: 'requested', label: 'Requested' },
  { value: 'text', label: 'Text' },
];

type Props = {
  prescription: PrescriptionView;
  reviewer: Reviewer;
  view: View;
  busy: boolean;
  /** The line the keys act on, when it is one of this prescription's. */
  currentLine: string | null;
  editingLine: string | null;
  openHistories: ReadonlySet<string>;
  drugPicker: DrugPickerSlot;
  onView: (view: View) => void;
  onDecide: (line: string, status: Decision) => void;
  onEdit: (line: string | null) => void;
  onReason: (line: string) => void;
  onSaveLine: (line: MedicationView, edit: LineEdit, asSent: AsSent) => Promise<void>;
  onHistory: (line: string) => void;
  onAcknowledge: () => void;
  onChangePharmacy: () => void;
  onSaveText: (text: string, begunOn: PrescriptionView) => Promise<boolean>;
  onPrescription: () => void;
  onRefund: () => void;
  /** A link or message led here. */
  wanted: boolean;
  onEncounter: () => void;
  /** Absent where no visit may be billed. */
  onBill: ((way: BillWay) => void) | undefined;
  /** What was issued of it, which belongs to another feature. */
  copies?: CopiesSlot | undefined;
};

/** What shows on a card; the rest of what it is given are its buttons' acts, which look up the newest. */
const COMPARED_PROPS = [
  'prescription',
  'reviewer',
  'view',
  'busy',
  'currentLine',
  'editingLine',
  'openHistories',
  'wanted',
] as const satisfies readonly (keyof Props)[];

/** Drawn again only for what shows on it: a key moves between lines of one card, not of all. */
export const PrescriptionCard = memo(
  Card,
  (before, after) =>
    COMPARED_PROPS.every((name) => before[name] === after[name]) &&
    (before.onBill === undefined) === (after.onBill === undefined),
);

/** What the buttons do: always the same functions, so that a part is drawn again only for what shows on it. */
function useCardActions(props: Props) {
  const newest = useRef(props);
  useLayoutEffect(() => {
    newest.current = props;
  });
  const [acts] = useState(() => ({
    onLine: (line: string, act: LineAct) => {
      if (act.kind === 'decide') newest.current.onDecide(line, act.status);
      else if (act.kind === 'edit') newest.current.onEdit(line);
      else if (act.kind === 'reason') newest.current.onReason(line);
      else newest.current.onHistory(line);
    },
    onView: (view: View) => {
      newest.current.onView(view);
    },
    onAcknowledge: () => {
      newest.current.onAcknowledge();
    },
    onChangePharmacy: () => {
      newest.current.onChangePharmacy();
    },
    onEncounter: () => {
      newest.current.onEncounter();
    },
    onPrescription: () => {
      newest.current.onPrescription();
    },
    onRefund: () => {
      newest.current.onRefund();
    },
    onBill: (way: BillWay) => {
      newest.current.onBill?.(way);
    },
  }));
  return acts;
}

type CardActions = ReturnType<typeof useCardActions>;

function Card(props: Props) {
  const { prescription, reviewer, view, busy } = props;
  const acts = useCardActions(props);
  const open = isOpenForChanges(prescription);
  return (
    <article
      id={`prescription-${prescription._id}`}
      className={styles.prescription}
      aria-label={`Prescription ${prescription.label}`}
      aria-busy={busy}
      data-item={prescription._id}
      data-current={props.currentLine !== null || undefined}
      data-wanted={props.wanted || undefined}
    >
      <Head prescription={prescription} reviewer={reviewer} view={view} busy={busy} open={open} acts={acts} />
      {view === 'requested' && <RequestedView prescription={prescription} />}
      {view === 'text' && (
        <TextView
          prescription={prescription}
          editable={open && reviewer === 'doctor'}
          busy={busy}
          onSave={props.onSaveText}
        />
      )}
      {view === 'update' && <UpdateView {...props} open={open} acts={acts} />}
      {view === 'update' && props.copies?.({ prescription, reviewer })}
      {view !== 'requested' && (
        <CardFooter
          prescription={prescription}
          reviewer={reviewer}
          busy={busy}
          onPrescription={acts.onPrescription}
          onRefund={acts.onRefund}
          onBill={props.onBill && acts.onBill}
        />
      )}
    </article>
  );
}

type HeadProps = Pick<Props, 'prescription' | 'reviewer' | 'view' | 'busy'> & {
  open: boolean;
  acts: CardActions;
};

const Head = memo(CardHead);

function CardHead({ prescription, reviewer, view, busy, open, acts }: HeadProps) {
  const waits = reviewer === 'doctor' && prescription.status === 'PENDING';
  return (
    <header className={styles.head}>
      <div>
        <div className={styles.headLine}>
          <strong>{prescription.label}</strong>
          <time dateTime={prescription.createdAt} className={styles.secondary}>
            {formatDateTime(prescription.createdAt)}
          </time>
          <StaffRequestStatus prescription={prescription} />
          {prescription.promisedBy !== null && (
            <Promised prescription={prescription} promisedBy={prescription.promisedBy} />
          )}
        </div>
        <PharmacyLine
          prescription={prescription}
          onChange={open && reviewer === 'doctor' ? acts.onChangePharmacy : undefined}
        />
        <Destination prescription={prescription} />
        <Encounters
          prescription={prescription}
          onRecord={open && reviewer !== 'reader' ? acts.onEncounter : undefined}
        />
      </div>
      <div className={styles.headSide}>
        <Acknowledge waits={waits} busy={busy} onAcknowledge={acts.onAcknowledge} />
        <ViewPicker label={prescription.label} view={view} onView={acts.onView} />
      </div>
    </header>
  );
}

type AcknowledgeProps = { waits: boolean; busy: boolean; onAcknowledge: () => void };

/** It goes with the first decision; its place stays as long as the card, so that nothing moves under the hand. */
function Acknowledge({ waits, busy, onAcknowledge }: AcknowledgeProps) {
  const [waited, setWaited] = useState(waits);
  if (waits && !waited) setWaited(true);
  const icon = <IconEyeCheck size={16} aria-hidden="true" />;
  if (waits) {
    return (
      <Button
        key="button"
        className={styles.acknowledge}
        leftSection={icon}
        disabled={busy}
        onClick={onAcknowledge}
      >
        Acknowledge
      </Button>
    );
  }
  if (!waited) return null;
  return (
    <Button
      key="place"
      component="span"
      className={`${styles.acknowledge} ${styles.place}`}
      leftSection={icon}
      aria-hidden="true"
    >
      Acknowledge
    </Button>
  );
}

type PromisedProps = { prescription: PrescriptionView; promisedBy: string };

/** By itself: it is drawn again every half minute. */
function Promised({ prescription: { statuses, createdAt }, promisedBy }: PromisedProps) {
  const since = statuses.findLast(({ code }) => code === 'PENDING')?.at ?? createdAt;
  return <TimeLeft since={since} promisedBy={promisedBy} now={useNow()} />;
}

type ViewPickerProps = { label: string; view: View; onView: (view: View) => void };

const ViewPicker = memo(({ label, view, onView }: ViewPickerProps) => (
  <SegmentedControl
    aria-label={`View of ${label}`}
    value={view}
    onChange={(value) => {
      onView(views.find((one) => one === value) ?? 'update');
    }}
    data={VIEWS}
  />
));

/** Why what is open cannot be sent, and what the patient named instead. */
function Destination({ prescription }: { prescription: PrescriptionView }) {
  const { pharmacyRefused, askedPharmacy, work } = prescription;
  if (work === null || (pharmacyRefused === null && askedPharmacy === null)) return null;
  const where = [askedPharmacy?.name, askedPharmacy?.city].filter(Boolean).join(', ');
  return (
    <Notice kind="warning">
      {pharmacyRefused !== null && <p>{pharmacyRefused}</p>}
      {askedPharmacy !== null && (
        <p>{`The patient named ${where}. Void the failed copy to issue it there.`}</p>
      )}
    </Notice>
  );
}

type PharmacyProps = { prescription: PrescriptionView; onChange: (() => void) | undefined };

function PharmacyLine({ prescription, onChange }: PharmacyProps) {
  const pharmacy = prescription.drPharmacy ?? prescription.pharmacy;
  return (
    <p className={styles.pharmacy}>
      <IconBuildingStore size={16} aria-hidden="true" />
      <span>
        {prescription.drPharmacy && (
          <>
            <span className={styles.hidden}>was </span>
            <del>{prescription.pharmacy.name}</del> <span className={styles.hidden}>now </span>
          </>
        )}
        {[pharmacy.name, pharmacy.city].filter((part) => part !== '').join(', ')}
        {' · '}
        <span className={styles.number}>
          <PharmacyFax number={pharmacy.fax} refused={prescription.pharmacyRefused} />
        </span>
      </span>
      {onChange && (
        <button type="button" className={styles.link} onClick={onChange}>
          Change
          <LabelSubject name={`pharmacy of ${prescription.label}`} />
        </button>
      )}
    </p>
  );
}

function UpdateView(props: Props & { open: boolean; acts: CardActions }) {
  const { prescription, reviewer, busy, open, acts } = props;
  const isAtWork = props.currentLine !== null;
  // Here before the key that opens it is pressed; where it does not come, the press says so.
  useEffect(() => {
    if (isAtWork) void loadChunk(() => import('./LineEditor')).catch(() => undefined);
  }, [isAtWork]);
  return (
    <ul className={styles.lines} aria-label={`Medications of ${prescription.label}`}>
      {prescription.medications.map((line) => (
        <ReviewLine
          key={line._id}
          line={line}
          reviewer={reviewer}
          current={props.currentLine === line._id}
          open={open}
          busy={busy}
          cannotApprove={prescription.canApprove}
          historyOpen={props.openHistories.has(line._id)}
          onAct={acts.onLine}
          editor={
            props.editingLine === line._id ? (
              <Suspense fallback={null}>
                <LineEditor
                  line={line}
                  reviewer={reviewer}
                  drugPicker={props.drugPicker}
                  busy={busy}
                  onCancel={() => {
                    props.onEdit(null);
                  }}
                  onSave={(edit, begunOn, asSent) => props.onSaveLine(begunOn, edit, asSent)}
                />
              </Suspense>
            ) : undefined
          }
        />
      ))}
    </ul>
  );
}
