// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The form of the medical information: seven headed sections. Looking up drugs
 * and pharmacies belongs to their features and comes in as slots; saving belongs
 * to the page.
 */
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Options } from '../../api/generated/schema';
import { choicesFor } from '../../ui/forms/choose';
import { Card } from '../../ui/page/Card';
import { AnswerList } from './AnswerList';
import css from './MedicalForm.module.css';
import type { MedicalForm as Form } from './record';
import { usualConditions, usualSurgeries } from './usual';

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
  const allergies = (
    <Card title="Allergy to medications">
      <AnswerList
        field="AllergyToMedication"
        otherField="otherAllergy"
        legend="Allergy to medications"
        label="Add an allergy"
        items={options.allergies}
        usual={options.allergies}
        answer={form.allergies}
        errorOf={errorOf}
        duplicateText="Allergy is already existed!"
        onChange={(allergies) => onChange({ ...form, allergies }, 'AllergyToMedication')}
      />
    </Card>
  );
  // Of the two columns neither is much longer: with one question more at the left, one goes to the right.
  return (
    <div className={css.columns}>
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
            label="Add a condition"
            items={options.medicalConditions}
            usual={usualConditions(options.medicalConditions)}
            answer={form.conditions}
            errorOf={errorOf}
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
            label="Add a surgery"
            items={options.surgeries}
            usual={usualSurgeries(options.surgeries)}
            answer={form.surgeries}
            errorOf={errorOf}
            duplicateText="Surgery is already existed!"
            onChange={(surgeries) => onChange({ ...form, surgeries }, 'Surgeries')}
          />
        </Card>
        {asksSex ? null : allergies}
      </div>
      <div>
        {asksSex ? allergies : null}
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
    </div>
  );
}

interface ChoicesProps {
  field: string;
  label: string;
  /** Where the card's title says it. */
  hidesLabel?: boolean;
  choices: readonly string[];
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

function Choices({ field, label, hidesLabel = false, choices, value, error, onChange }: ChoicesProps) {
  return (
    <NativeSelect
      id={field}
      label={hidesLabel ? <span className="s-visually-hidden">{label}</span> : label}
      value={value}
      error={error}
      data={choicesFor(value, choices)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
