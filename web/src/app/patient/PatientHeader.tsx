// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Who is on screen, never scrolled away: name, flags, the facts one checks a
 * label against, and the allergies and conditions. Allergies that are not known
 * say so; silence would read as "none".
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconExternalLink, IconShieldCheck } from '@tabler/icons-react';

import type { MedicalInfo, PatientPageView, PersonView } from '../../api/generated/schema';
import { Allergies, allergyKind, type AllergyState } from '../../features/medical-info/Allergies';
import { allergyAnswer } from '../../features/medical-info/allergies';
import { mainDocument } from '../../features/people/patients';
import { LookUpButton } from '../../features/pharmanet/LookUpButton';
import { Presence } from '../../features/presence/Presence';
import { age, formatDate, formatHealthNumber, formatPhone } from '../../ui/format';
import { EligibilityTag } from '../../ui/status/EligibilityTag';
import styles from './patient.module.css';

type Props = {
  person: PersonView;
  /** The newest record; null when there is none, undefined while it loads. */
  medical: MedicalInfo | null | undefined;
  medicalFailed: boolean;
  /** Where the number leads in the clinic's electronic record. */
  chart: PatientPageView['chart'];
  /** Whether this role asks the plan and the province about the patient. */
  canAsk: boolean;
  onBack: () => void;
  onEligibility: () => void;
};

export function PatientHeader({
  person,
  medical,
  medicalFailed,
  chart,
  canAsk,
  onBack,
  onEligibility,
}: Props) {
  const document = mainDocument(person);
  const allergies = allergiesOf(medical, medicalFailed);
  // Another number is another chart.
  const ownChart = chart !== null && chart.number === document?.DocumentNumber ? chart : null;
  const sex = medical?.Sex || person.sex;
  const years = person.DateOfBirth ? String(age(person.DateOfBirth, new Date())) : '';
  const facts: [string, string][] = [
    ['', [sex ?? '', years].filter((part) => part !== '').join(', ')],
    ['DOB', person.DateOfBirth ? formatDate(person.DateOfBirth) : ''],
    [document?.Type ?? 'Card', document ? formatHealthNumber(document.DocumentNumber) : ''],
    ['Cell', formatPhone(person.PhoneNumber)],
    ['', [person.City, person.Province].filter((part) => part !== '').join(', ')],
    ['Joined', formatDate(person.CreatedAt)],
  ];
  return (
    <header className={styles.patientHeader}>
      <div className={styles.nameLine}>
        <ActionIcon variant="subtle" aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <h1 className={styles.name}>{`${person.FirstName} ${person.LastName}`}</h1>
        {person.flags.map((flag) => (
          <EligibilityTag key={flag} label={flag} />
        ))}
        <div className={styles.patientHeaderActions}>
          {canAsk && (
            <Button
              variant="default"
              leftSection={<IconShieldCheck size={16} aria-hidden="true" />}
              onClick={onEligibility}
            >
              Eligibility
            </Button>
          )}
          {canAsk && <LookUpButton person={person} />}
          {ownChart && (
            <Button
              variant="default"
              component="a"
              href={ownChart.address}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden="true" />}
            >
              Chart<span className="s-visually-hidden"> (opens in a new tab)</span>
            </Button>
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={`${label}${value}`}>
              <dt className={label === '' ? 's-visually-hidden' : undefined}>
                {label === '' ? 'About' : label}
              </dt>
              <dd className="s-nowrap">{value}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.under}>
        <p className={styles.allergies} data-look={allergyKind(allergies)}>
          <span>
            <strong>Allergies</strong> <Allergies state={allergies} />
          </span>
          <span className={styles.conditions}>Conditions {conditionsOf(medical, medicalFailed)}</span>
        </p>
        <Presence personId={person._id} />
      </div>
    </header>
  );
}

function allergiesOf(medical: MedicalInfo | null | undefined, failed: boolean): AllergyState {
  if (failed) return 'failed';
  return medical === undefined ? 'loading' : allergyAnswer(medical);
}

function conditionsOf(medical: MedicalInfo | null | undefined, failed: boolean): string {
  if (failed) return 'couldn’t be loaded';
  if (medical === undefined) return 'Loading...';
  if (medical === null) return 'not recorded';
  const others = (medical.otherMedicalConditions ?? []).map((one) => one.name);
  const names = [...medical.MedicalConditions, ...others];
  if (names.length > 0) return names.join(', ');
  return medical.NoMedicalCondition ? 'None' : 'not recorded';
}
