// SPDX-License-Identifier: AGPL-3.0-or-later

/** The parts of a whole as one bar, each with a pattern or a colour of its own. */
import css from './charts.module.css';
import { percent } from './Plot';

export type Fill = 'done' | 'waiting' | 'refused' | 'rest' | 'hatched';

interface StackedBarProps {
  readonly label: string;
  readonly parts: readonly { readonly fill: Fill; readonly value: number }[];
}

export function StackedBar({ label, parts }: StackedBarProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div role="img" aria-label={label} className={css['stacked']}>
      {parts.map(({ fill, value }) =>
        value === 0 ? null : (
          <span key={fill} data-ink data-fill={fill} style={{ flexBasis: percent(value / whole) }} />
        ),
      )}
    </div>
  );
}
