// SPDX-License-Identifier: AGPL-3.0-or-later

/** The form of the sleep information: measures, ten questions, one to three blood pressures. */
import { Radio, TextInput } from '@mantine/core';
import type { SleepQuestion } from '../../api/generated/schema';
import { Card } from '../../ui/page/Card';
import { BloodPressures, type BloodPressuresProps } from './BloodPressures';
import css from './sleep.module.css';

interface QuestionnaireProps extends BloodPressuresProps {
  questions: readonly SleepQuestion[];
}

export function Questionnaire({ form, questions, now, errorOf, onChange }: QuestionnaireProps) {
  return (
    <div>
      <Card title="Height and weight">
        <div className={css.pair}>
          <TextInput
            id="height"
            label="Height (cm)"
            inputMode="decimal"
            autoComplete="off"
            value={form.height}
            error={errorOf('height')}
            onChange={(event) => onChange({ ...form, height: event.currentTarget.value }, 'height')}
          />
          <TextInput
            id="weight"
            label="Weight (kg)"
            inputMode="decimal"
            autoComplete="off"
            value={form.weight}
            error={errorOf('weight')}
            onChange={(event) => onChange({ ...form, weight: event.currentTarget.value }, 'weight')}
          />
        </div>
      </Card>
      <Card title="Questions">
        <div className={css.questions}>
          {questions.map(({ key, label }) => (
            <Radio.Group
              key={key}
              name={key}
              label={label}
              value={wordOf(form.answers[key])}
              error={errorOf(key)}
              onChange={(word) =>
                onChange({ ...form, answers: { ...form.answers, [key]: word === 'yes' } }, key)
              }
            >
              <div className={css.answers}>
                <Radio id={key} value="yes" label="Yes" />
                <Radio value="no" label="No" />
              </div>
            </Radio.Group>
          ))}
        </div>
      </Card>
      <BloodPressures form={form} now={now} errorOf={errorOf} onChange={onChange} />
    </div>
  );
}

function wordOf(answer: boolean | undefined): string {
  if (answer === undefined) return '';
  return answer ? 'yes' : 'no';
}
