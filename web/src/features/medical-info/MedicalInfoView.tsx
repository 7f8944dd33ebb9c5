// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One record of medical information, read only: what the patient reviews before
 * a request, and what an earlier record said.
 */
import { IconPill } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CurrentMedication, MedicalInfo } from '../../api/generated/schema';
import { Dose } from '../../ui/Dose';
import { drugName } from '../../ui/drugName';
import { usageText } from '../../ui/format';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { Allergies } from './Allergies';
import { allergyAnswer } from './allergies';
import css from './MedicalInfoView.module.css';
import { conditionText, dosesOf } from './labels';
import { asksPregnancy } from './record';

interface MedicalInfoViewProps {
  readonly record: MedicalInfo;
  /** Whose record it is: someone who was asked about pregnancy and did not answer is shown as such. */
  readonly birthDate?: string | null;
}

export function MedicalInfoView({ record, birthDate = null }: MedicalInfoViewProps) {
  const pregnancy =
    record.PregnancyOrBreastfeeding ??
    (asksPregnancy(record.Sex, birthDate, new Date()) ? 'Not answered' : null);
  const surgeries = [...record.Surgeries, ...(record.otherSurgery ?? [])];
  const pharmacy = record.defaultPharmacy;
  return (
    <dl className={css.facts}>
      <Fact term="Gender">{record.Sex}</Fact>
      <Fact term="Medical conditions">{conditionText(record)}</Fact>
      <Fact term="Surgical history">
        <Items items={surgeries} />
      </Fact>
      <Fact term="Allergy to medications">
        <Allergies state={allergyAnswer(record)} />
      </Fact>
      <Fact term="Medication currently taken">
        {record.MedicationsCurrentlyTaken.length === 0 ? (
          'None'
        ) : (
          <ul className={css.medications}>
            {record.MedicationsCurrentlyTaken.map((medication) => (
              <Medication key={`${medication.name} ${dosesOf(medication)}`} medication={medication} />
            ))}
          </ul>
        )}
      </Fact>
      <Fact term="Alcohol">{record.AlcoholHistory}</Fact>
      <Fact term="Smoking">{record.SmokingHistory}</Fact>
      {pregnancy === null ? null : (
        <Fact term="Pregnant, planning a pregnancy, or breastfeeding">{pregnancy}</Fact>
      )}
      <Fact term="Preferred pharmacy">
        {pharmacy === null ? (
          'None'
        ) : (
          <>
            <div className={css.name}>{pharmacy.name}</div>
            <div>{[pharmacy.address, pharmacy.city].filter(Boolean).join(', ')}</div>
            <div>
              Fax <PhoneNumber number={pharmacy.fax} />
            </div>
            <div>
              Phone <PhoneNumber number={pharmacy.phone1} />
            </div>
          </>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Items({ items }: { items: string[] }) {
  return items.length === 0 ? 'No' : items.join(', ');
}

function Medication({ medication }: { medication: CurrentMedication }) {
  const usage = medication.usages[medication.usages.length - 1];
  const dose = dosesOf(medication);
  return (
    <li>
      <IconPill size={18} aria-hidden />
      <div>
        <div className={css.name}>
          {drugName(medication.name)} <Dose>{dose}</Dose>
        </div>
        {usage ? <div className={css.usage}>{usageText(usage)}</div> : null}
      </div>
    </li>
  );
}
