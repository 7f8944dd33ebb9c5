// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The form of the medical information: seven headed sections. Looking up drugs
 * and pharmacies belongs to their features and comes in as slots; saving belongs
 * to the page.
 */
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Options } from '../../api/generated/schema';
import { Card } from '../../ui/page/Card';
import { AnswerList } from './AnswerList';
import css from './MedicalForm.module.css';
import type { MedicalForm as Form } from './record';

interface MedicalFormProps {
  form: Form;
  options: Options;
  /** Not asked of people whose record already says it (decision 22). */
  asksSex: boolean;
  /** Only of people to whom it may apply (decision 172). */
  asksPregnancy: boolean;
  errorOf: (field: string) => ReactNode;
  onChange: (form: Form, field: string) => void;
  medications: ReactNode;
  pharmacy: ReactNode;
}

export function MedicalForm(props: MedicalFormProps) {
  const { form, options, asksSex, asksPregnancy, errorOf, onChange } = props;
  return (
    <div>
      {asksSex ? (
        <Card title="Gender">
          <Choices
            field="Sex"
            label="Gender"
            hidesLabel
            choices={options.sexes}
            value={form.sex}
            error={errorOf('Sex')}
            onChange={(sex) => onChange({ ...form, sex }, 'Sex')}
          />
        </Card>
      ) : null}
      <Card title="Medical conditions">
        <AnswerList
          field="MedicalConditions"
          otherField="otherMedicalConditions"
          legend="Medical conditions"
          items={options.medicalConditions}
          answer={form.conditions}
          errorOf={errorOf}
          otherLabel="Other medical condition"
          duplicateText="Medical condition is already existed!"
          notFoundText="Medical condition not found"
          onChange={(conditions) => onChange({ ...form, conditions }, 'MedicalConditions')}
        />
      </Card>
      <Card title="Surgical history">
        <AnswerList
          field="Surgeries"
          otherField="otherSurgery"
          legend="Surgical history"
          items={options.surgeries}
          answer={form.surgeries}
          errorOf={errorOf}
          otherLabel="Other surgery"
          duplicateText="Surgery is already existed!"
          onChange={(surgeries) => onChange({ ...form, surgeries }, 'Surgeries')}
        />
      </Card>
      <Card title="Allergy to medications">
        <AnswerList
          field="AllergyToMedication"
          otherField="otherAllergy"
          legend="Allergy to medications"
          items={options.allergies}
          answer={form.allergies}
          errorOf={errorOf}
          otherLabel="Other allergy"
          duplicateText="Allergy is already existed!"
          onChange={(allergies) => onChange({ ...form, allergies }, 'AllergyToMedication')}
        />
      </Card>
      <Card title="Medication currently taken">{props.medications}</Card>
      <Card title="Social history">
        <div className={css.pair}>
          <Choices
            field="AlcoholHistory"
            label="Alcohol"
            choices={options.alcohol}
            value={form.alcohol}
            error={errorOf('AlcoholHistory')}
            onChange={(alcohol) => onChange({ ...form, alcohol }, 'AlcoholHistory')}
          />
          <Choices
            field="SmokingHistory"
            label="Smoking"
            choices={options.smoking}
            value={form.smoking}
            error={errorOf('SmokingHistory')}
            onChange={(smoking) => onChange({ ...form, smoking }, 'SmokingHistory')}
          />
        </div>
      </Card>
      {asksPregnancy ? (
        <Card title="Pregnancy and breastfeeding">
          <Choices
            field="PregnancyOrBreastfeeding"
            label="Are you pregnant, planning a pregnancy, or breastfeeding? (optional)"
            choices={options.pregnancy}
            value={form.pregnancy}
            error={errorOf('PregnancyOrBreastfeeding')}
            onChange={(pregnancy) => onChange({ ...form, pregnancy }, 'PregnancyOrBreastfeeding')}
          />
        </Card>
      ) : null}
      <Card title="Preferred pharmacy">{props.pharmacy}</Card>
    </div>
  );
}

interface ChoicesProps {
  field: string;
  label: string;
  hidesLabel?: boolean;
  choices: readonly string[];
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

function Choices({ field, label, hidesLabel, choices, value, error, onChange }: ChoicesProps) {
  return (
    <Radio.Group
      label={hidesLabel ? <span className="s-visually-hidden">{label}</span> : label}
      name={field}
      value={value}
      error={error}
      onChange={onChange}
    >
      <div className={css.radios}>
        {choices.map((choice, index) => (
          <Radio key={choice} id={index === 0 ? field : undefined} value={choice} label={choice} />
        ))}
      </div>
    </Radio.Group>
  );
}
