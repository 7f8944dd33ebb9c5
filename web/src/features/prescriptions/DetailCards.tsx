// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The cards of a request's detail: its medications, whose it is, the pharmacy, and
 * the status story.
 */
import { IconPill, IconPillOff } from '@tabler/icons-react';
import type { MedicationView, PrescriptionView } from '../../api/generated/schema';
import { formatDate, formatMoney, formatPostalCode } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PharmacyFax } from '../../ui/PharmacyFax';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { Card, Facts } from '../../ui/page/Card';
import { FoldingCard } from '../../ui/page/FoldingCard';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { staffLabel } from '../../ui/status/staffStatuses';
import { statusStyle } from '../../ui/status/statuses';
import { Timeline } from '../../ui/status/Timeline';
import css from './detail.module.css';
import { LineChanges } from './LineChanges';
import { MedicationTitle } from './MedicationTitle';
import { NotApproved } from './NotApproved';
import { refundText, wayOf } from './outcome';
import outcome from './outcome.module.css';
import { cardText } from './payment';
import { atLength } from './stepWords';
import { hasFaxFailed, pharmacyOf, timelineOf } from './timeline';

/** The lines, and to the patient those that were not approved apart from the others, with why. */
export function MedicationsCard({
  prescription,
  forPatient,
}: {
  prescription: PrescriptionView;
  forPatient: boolean;
}) {
  const { medications } = prescription;
  const rejected = medications.filter((line) => line.status === 'Rejected');
  if (!forPatient || rejected.length === 0)
    return <Lines title="Medications" lines={medications} prescription={prescription} />;
  const others = medications.filter((line) => line.status !== 'Rejected');
  const words = wayOf(prescription) === 'faxed' ? `Faxed to ${pharmacyOf(prescription).name}` : 'Medications';
  return (
    <>
      {others.length > 0 && (
        <Lines title={words} lines={others} prescription={prescription} forPatient isCounted />
      )}
      <Lines
        title={statusStyle('REJECTED').label}
        lines={rejected}
        prescription={prescription}
        forPatient
        isCounted
      />
    </>
  );
}

const countOf = ({ length }: readonly MedicationView[]) =>
  length === 1 ? '1 medication' : `${length} medications`;

interface LinesProps {
  title: string;
  lines: readonly MedicationView[];
  prescription: PrescriptionView;
  forPatient?: boolean;
  /** Says how many of the request's medications these are. */
  isCounted?: boolean;
}

function Lines({ title, lines, prescription, forPatient = false, isCounted = false }: LinesProps) {
  return (
    <Card title={title} action={isCounted ? <span>{countOf(lines)}</span> : undefined}>
      <ul className={css.lines}>
        {lines.map((medication) => (
          <li key={medication._id} className={css.line}>
            <span className={css.tile} data-off={medication.status === 'Rejected' || undefined}>
              {medication.status === 'Rejected' ? (
                <IconPillOff size={20} aria-hidden />
              ) : (
                <IconPill size={20} aria-hidden />
              )}
            </span>
            <div className={css.words}>
              <div className={css.name}>
                <MedicationTitle medication={medication} />
              </div>
              <LineChanges medication={medication} />
            </div>
            {medication.status === null ? null : (
              <span className={css.state} data-said={isCounted || undefined}>
                <StatusBadge
                  code={medication.status}
                  text={forPatient ? undefined : staffLabel(medication.status)}
                />
              </span>
            )}
            <NotApproved line={medication} request={prescription} forPatient={forPatient} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What was charged, what went back, and what it cost in the end. */
export function PaymentCard({ prescription }: { prescription: PrescriptionView }) {
  const { payment, medications } = prescription;
  const [charged, back] = [payment?.chargeAmount ?? 0, payment?.refundAmount ?? 0];
  const waits = refundText(prescription);
  if (!payment?.chargedAt) return null;
  const rejected = medications.filter((line) => line.status === 'Rejected').length;
  return (
    <Card title="Payment">
      <dl className={outcome.money}>
        <dt>{countOf(medications)}</dt>
        <dd>{formatMoney(charged)}</dd>
        {back > 0 && (
          <>
            <dt>{rejected > 0 ? `${rejected} not approved` : 'Refunded'}</dt>
            <dd>{`−${formatMoney(back)}`}</dd>
          </>
        )}
        <dt className={outcome.sum}>You paid</dt>
        <dd className={outcome.sum}>{`${formatMoney(charged - back)} CAD`}</dd>
      </dl>
      <p className={outcome.note}>{paymentNote(cardText(prescription) ?? 'card', back, waits)}</p>
    </Card>
  );
}

function paymentNote(card: string, back: number, waits: string | null): string {
  if (back > 0) return `To your ${card}. The refund may take a few days to appear on your statement.`;
  if (waits === null) return `Paid with your ${card}.`;
  return `${waits.charAt(0).toUpperCase()}${waits.slice(1)}. You don’t need to do anything.`;
}

interface CardProps {
  prescription: PrescriptionView;
  forPatient: boolean;
}

export function PersonCard({ prescription, forPatient }: CardProps) {
  const { person } = prescription;
  return (
    <FoldingCard title="Personal information" summary={`${person.FirstName} ${person.LastName}`}>
      <Facts
        columns={1}
        items={[
          // The patient knows who it is about; the staff go on from here.
          ...(forPatient ? [] : [['Patient', <PatientLink key="patient" person={person} />] as const]),
          ['Date of birth', person.DateOfBirth ? formatDate(person.DateOfBirth) : null],
          [
            'Address',
            `${person.Address}, ${person.City}, ${person.Province} ${formatPostalCode(person.PostalCode)}`,
          ],
          ['Best phone number', <PhoneNumber key="best" number={person.BestPhoneNumber} />],
        ]}
      />
    </FoldingCard>
  );
}

function PatientLink({ person }: Pick<PrescriptionView, 'person'>) {
  return <AppLink href={paths.patient(person._id)}>{`${person.FirstName} ${person.LastName}`}</AppLink>;
}

export function PharmacyCard({ prescription }: { prescription: PrescriptionView }) {
  const pharmacy = pharmacyOf(prescription);
  return (
    <Card title="Pharmacy">
      <div className={css.name}>{pharmacy.name}</div>
      <p className={css.block}>
        {pharmacy.address}
        <br />
        {pharmacy.city}
      </p>
      <p className={css.block}>
        {pharmacy.phone1 ? (
          <>
            Phone <PhoneNumber number={pharmacy.phone1} />
            <br />
          </>
        ) : null}
        <PharmacyFax number={pharmacy.fax} refused={prescription.pharmacyRefused} />
      </p>
      {prescription.drPharmacy ? <p className={css.block}>Chosen by the doctor</p> : null}
    </Card>
  );
}

export function StatusCard({ prescription, forPatient }: CardProps) {
  const [newest] = prescription.statuses;
  const { label: labelOf } = atLength(prescription, forPatient);
  return (
    <FoldingCard title="Status" summary={newest && `${labelOf(newest.code)}, ${formatDate(newest.at)}`}>
      <Timeline
        label={`Status of ${prescription.label}`}
        orientation="vertical"
        steps={timelineOf(prescription, atLength(prescription, forPatient))}
      />
      <FaxLine prescription={prescription} />
    </FoldingCard>
  );
}

const FAX_LABELS = {
  queued: 'The fax is queued.',
  sending: 'The fax is being sent.',
  sent: 'The fax was sent. We are waiting for the pharmacy’s machine to confirm it.',
  delivered: 'The pharmacy’s fax machine confirmed every page.',
  failed: 'The fax did not go through.',
  unknown: 'We’re checking whether the fax went through.',
} as const;

function FaxLine({ prescription }: { prescription: PrescriptionView }) {
  const { fax } = prescription;
  // Of a copy that is void, or becomes so, nobody is told that it arrived.
  if (fax === null || prescription.copies[0]?.void) return null;
  // The notice over the page says that it failed, and why.
  if (hasFaxFailed(prescription) && (fax.state === 'failed' || fax.state === 'unknown')) return null;
  return (
    <p className={css.fax} role="status">
      {FAX_LABELS[fax.state]}
      {fax.state === 'failed' && fax.reason ? ` Reason: ${fax.reason}` : ''}
    </p>
  );
}
