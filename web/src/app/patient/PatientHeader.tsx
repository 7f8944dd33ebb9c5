// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Who is on screen, never scrolled away: name, flags, the facts one checks a
 * label against, and the allergies and conditions. Allergies that are not known
 * say so; silence would read as "none". It stands in every state of the page:
 * before the answer comes with what is known already, and when none came.
 */
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconDotsVertical, IconExternalLink, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import type { MedicalInfo, PatientPageView, PersonView } from '../../api/generated/schema';
import { Allergies, allergyKind, type AllergyState } from '../../features/medical-info/Allergies';
import { allergyAnswer } from '../../features/medical-info/allergies';
import { mainDocument } from '../../features/people/patients';
import { LookUpButton } from '../../features/pharmanet/LookUpButton';
import { Presence } from '../../features/presence/Presence';
import { age, formatDate, formatHealthNumber, formatPhone } from '../../ui/format';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useStuckHeight } from '../../ui/page/useStuckHeight';
import { EligibilityTag } from '../../ui/status/EligibilityTag';
import type { KnownPerson } from './knownPerson';
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
  onEligibility: () => void;
};

export function PatientHeader({ person, medical, medicalFailed, chart, canAsk, onEligibility }: Props) {
  // On a phone the rest of the facts and the look-ups come when they are asked for.
  const [isWhole, setWhole] = useState(false);
  const strip = useStuckHeight<HTMLParagraphElement>();
  const document = mainDocument(person);
  const allergies = allergiesOf(medical, medicalFailed);
  // Another number is another chart.
  const ownChart = chart !== null && chart.number === document?.DocumentNumber ? chart : null;
  const sex = medical?.Sex || person.sex;
  const years = person.DateOfBirth ? String(age(person.DateOfBirth, new Date())) : '';
  const facts: Fact[] = [
    ['', [sex ?? '', years].filter((part) => part !== '').join(', ')],
    ...labelFacts(person),
    ['Cell', formatPhone(person.PhoneNumber), 'more'],
    ['', [person.City, person.Province].filter((part) => part !== '').join(', '), 'more'],
    ['Joined', formatDate(person.CreatedAt), 'more'],
  ];
  return (
    <header className={styles.patientHeader} data-short={!isWhole || undefined}>
      <NameLine name={nameOf(person)}>
        {person.flags.map((flag) => (
          <EligibilityTag key={flag} label={flag} />
        ))}
        <ActionIcon
          className={styles.whole ?? ''}
          variant="subtle"
          aria-label="More about the patient"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          <IconDotsVertical size={20} aria-hidden="true" />
        </ActionIcon>
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
      </NameLine>
      <Facts facts={facts} />
      <div className={styles.under}>
        <p ref={strip} className={styles.allergies} data-look={allergyKind(allergies)}>
          <strong>Allergies</strong> <Allergies state={allergies} />
        </p>
        <p className={styles.conditions}>
          <span>Conditions</span> {conditionsOf(medical, medicalFailed)}
        </p>
        <Presence personId={person._id} />
      </div>
    </header>
  );
}

/** The strip before the answer is there, or when none came. */
export function WaitingHeader({ known, failed }: { known: KnownPerson | undefined; failed: boolean }) {
  const facts = known ? labelFacts(known).filter(([, value]) => value !== '') : [];
  return (
    <header className={styles.patientHeader} data-short aria-busy={!failed}>
      <NameLine name={known ? nameOf(known) : failed ? 'Patient' : null}>
        {!failed && (
          <div className={styles.patientHeaderActions} aria-hidden="true">
            <Skeleton className={styles.waitingButton ?? ''} />
            <Skeleton className={styles.waitingButton ?? ''} />
          </div>
        )}
      </NameLine>
      {facts.length > 0 ? (
        <Facts facts={facts} />
      ) : (
        !failed && (
          <div className={styles.facts} aria-hidden="true">
            <Skeleton className={styles.waitingFacts ?? ''} />
          </div>
        )
      )}
      {(known || !failed) && (
        <div className={styles.under}>
          <p className={styles.allergies} data-look={allergyKind(failed ? 'failed' : 'loading')}>
            <strong>Allergies</strong> <Allergies state={failed ? 'failed' : 'loading'} />
          </p>
        </div>
      )}
    </header>
  );
}

function NameLine({ name, children }: { name: string | null; children: ReactNode }) {
  const go = useGo();
  return (
    <div className={styles.nameLine}>
      <ActionIcon
        variant="subtle"
        aria-label="Back"
        onClick={() => {
          if (window.history.length > 1) window.history.back();
          else go(paths.patients());
        }}
      >
        <IconArrowLeft size={18} aria-hidden="true" />
      </ActionIcon>
      {name === null ? (
        <Skeleton className={styles.waitingName ?? ''} aria-hidden="true" />
      ) : (
        <h1 className={styles.name}>{name}</h1>
      )}
      {children}
    </div>
  );
}

/** `more`: what a phone shows only when it is asked for. */
type Fact = readonly [label: string, value: string, rank?: 'more'];

/** What one checks a label against, and what a list knows of somebody too. */
function labelFacts({ DateOfBirth, HealthDocuments }: KnownPerson): Fact[] {
  const document = HealthDocuments && mainDocument({ HealthDocuments });
  return [
    ['DOB', DateOfBirth ? formatDate(DateOfBirth) : ''],
    [document?.Type ?? 'Card', document ? formatHealthNumber(document.DocumentNumber) : ''],
  ];
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value, rank]) => (
          <div key={`${label}${value}`} data-rank={rank}>
            <dt className={label === '' ? 's-visually-hidden' : undefined}>
              {label === '' ? 'About' : label}
            </dt>
            <dd className="s-nowrap">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const nameOf = ({ FirstName, LastName }: KnownPerson) => `${FirstName} ${LastName}`;

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
