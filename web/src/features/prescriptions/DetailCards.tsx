/**
 * The cards of a request's detail: its medications, whose it is, the pharmacy, and
 * the status story.
 */
import { IconPill } from '@tabler/icons-react';
import type { PrescriptionView } from '../../api/types';
import { date } from '../../ui/format';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { Card, Facts } from '../../ui/page/Card';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { Timeline } from '../../ui/status/Timeline';
import css from './detail.module.css';
import { LineChanges } from './LineChanges';
import { MedicationTitle } from './MedicationTitle';
import { pharmacyOf, storyOf } from './story';

export function MedicationsCard({ prescription }: { prescription: PrescriptionView }) {
  return (
    <Card title="Medications">
      <ul className={css.lines}>
        {prescription.medications.map((medication) => (
          <li key={medication._id} className={css.line}>
            <span className={css.tile}>
              <IconPill size={20} aria-hidden />
            </span>
            <div className={css.words}>
              <div className={css.name}>
                <MedicationTitle medication={medication} />
              </div>
              <LineChanges medication={medication} />
            </div>
            {medication.status === null ? null : <StatusBadge code={medication.status} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function PersonCard({ prescription }: { prescription: PrescriptionView }) {
  const { person } = prescription;
  return (
    <Card title="Personal information" level={2}>
      <Facts
        columns={1}
        items={[
          ['Date of birth', person.DateOfBirth ? date(person.DateOfBirth) : null],
          ['Address', `${person.Address}, ${person.City}, ${person.Province} ${person.PostalCode}`],
          ['Best phone number', <PhoneNumber key="best" number={person.BestPhoneNumber} />],
        ]}
      />
    </Card>
  );
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
        Fax <PhoneNumber number={pharmacy.fax} />
      </p>
      {prescription.drPharmacy ? <p className={css.block}>Chosen by the doctor</p> : null}
    </Card>
  );
}

export function StatusCard({ prescription }: { prescription: PrescriptionView }) {
  return (
    <Card title="Status">
      <Timeline
        label={`Status of ${prescription.label}`}
        orientation="vertical"
        steps={storyOf(prescription, 'long', new Date())}
      />
      <FaxLine prescription={prescription} />
    </Card>
  );
}

const FAX_WORDS = {
  queued: 'The fax is queued.',
  sending: 'The fax is being sent.',
  sent: 'The fax was sent. We are waiting for the pharmacy’s machine to confirm it.',
  delivered: 'The pharmacy’s fax machine confirmed every page.',
  failed: 'Fax failed: the clinic is on it and sends it again.',
  unknown: 'We are finding out whether the fax went through.',
} as const;

function FaxLine({ prescription }: { prescription: PrescriptionView }) {
  const { fax } = prescription;
  if (fax === null) return null;
  return (
    <p className={css.fax} role="status">
      {FAX_WORDS[fax.state]}
      {fax.state === 'failed' && fax.reason ? ` Reason: ${fax.reason}` : ''}
    </p>
  );
}
