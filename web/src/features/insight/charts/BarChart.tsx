// SPDX-License-Identifier: AGPL-3.0-or-later

/** A bar for each place: filled, or outlined; a second series lies on top of it, outlined. */
import { useId } from 'react';
import css from './charts.module.css';
import { Hatch } from './Hatch';
import { percent, Plot } from './Plot';
import { niceTicks } from './ticks';

export interface Bar {
  readonly key: string;
  readonly name: string;
  /** Null is not told, and drawn as a stub. */
  readonly value: number | null;
  /** What lies on top. */
  readonly over?: number | null;
  readonly outlined?: boolean;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly tickText?: (value: number) => string;
  readonly strong?: boolean;
}

/** A stub of what is not told, as a part of the height. */
const STUB = 0.04;
/** With more bars than this they stand closer together. */
const MANY = 60;
/** With few bars each has a width that still reads as a bar, as a part of the frame. */
const WIDEST = 0.09;

export function BarChart({ label, bars, tickText = String, strong = false }: BarChartProps) {
  const hatch = useId();
  const ticks = niceTicks(Math.max(0, ...bars.map(({ value, over }) => (value ?? 0) + (over ?? 0))));
  const top = ticks.at(-1) ?? 1;
  const room = 1 / bars.length;
  const width = Math.min(room * (bars.length > MANY ? 0.82 : 0.72), WIDEST);
  return (
    <Plot label={label} ticks={ticks} tickText={tickText} places={bars.map(({ name }) => name)}>
      <Hatch id={hatch} />
      {bars.map(({ key, value, over = 0, outlined = false }, place) => {
        const x = percent((place + 0.5) * room - width / 2);
        const shape = { x, width: percent(width), rx: bars.length > MANY ? 0 : 2 };
        if (value === null)
          return (
            <rect
              key={key}
              {...shape}
              className={css['untold']}
              fill={`url(#${hatch})`}
              y={percent(1 - STUB)}
              height={percent(STUB)}
            />
          );
        const [height, more] = [value / top, (over ?? 0) / top];
        return (
          <g key={key}>
            {more > 0 && (
              <rect
                {...shape}
                className={css['over']}
                y={percent(1 - height - more)}
                height={percent(more)}
              />
            )}
            {height > 0 && (
              <rect
                {...shape}
                className={css['bar']}
                data-outlined={outlined || undefined}
                data-strong={strong || undefined}
                y={percent(1 - height)}
                height={percent(height)}
              />
            )}
          </g>
        );
      })}
    </Plot>
  );
}
