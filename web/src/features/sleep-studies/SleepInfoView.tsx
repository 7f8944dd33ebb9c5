// SPDX-License-Identifier: AGPL-3.0-or-later

/** Sleep information, read only: the ten answers, height, weight and blood pressures. */
import type { ReactNode } from 'react';
import type { SleepInfo, SleepQuestion } from '../../api/generated/schema';
import { formatDateTime } from '../../ui/format';
import css from './sleep.module.css';

interface SleepInfoViewProps {
  info: SleepInfo;
  questions: readonly SleepQuestion[];
}

export function SleepInfoView({ info, questions }: SleepInfoViewProps) {
  const said = new Map<string, unknown>(Object.entries(info));
  return (
    <dl className={css.facts}>
      <Fact term="Height">{info.height} cm</Fact>
      <Fact term="Weight">{info.weight} kg</Fact>
      {questions.map(({ key, label }) => (
        <Fact key={key} term={label}>
          {said.get(key) === true ? 'Yes' : 'No'}
        </Fact>
      ))}
      {info.bloodPressures.map((one) => (
        <Fact key={one._id} term={`Blood pressure, ${formatDateTime(one.measureDate)}`}>
          {one.systolic}/{one.diastolic} mmHg
        </Fact>
      ))}
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
