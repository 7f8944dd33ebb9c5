// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The frame of a drawing over days: values at the left, lines behind, names of days below. What is drawn is given in
 * parts of the frame's width and height, so that it follows both without being measured. A reader is told the one
 * sentence; every number is in the table of the same card.
 */
import type { ReactNode } from 'react';
import css from './charts.module.css';
import { namedPlaces } from './ticks';

interface PlotProps {
  /** The sentence. */
  readonly label: string;
  readonly ticks: readonly number[];
  readonly tickText: (value: number) => string;
  /** The names of all places; only some find room. */
  readonly places: readonly string[];
  /** What stands at the right of the frame, at the end of a line. */
  readonly ends?: readonly { readonly text: string; readonly at: number; readonly series: string }[];
  readonly children: ReactNode;
}

/** So few places have room for their names under their middle. */
const FEW = 5;

export const percent = (part: number): string => `${Math.round(part * 100_000) / 1000}%`;

export function Plot({ label, ticks, tickText, places, ends, children }: PlotProps) {
  const top = ticks.at(-1) ?? 1;
  const count = places.length;
  return (
    <div role="img" aria-label={label} className={css['plot']} data-ends={ends !== undefined || undefined}>
      <div className={css['scale']}>
        {ticks.toReversed().map((value) => (
          <span key={value}>{tickText(value)}</span>
        ))}
      </div>
      <div className={css['area']}>
        <svg className={css['drawing']} aria-hidden="true" focusable="false">
          {ticks.map((value) => (
            <line
              key={value}
              className={css[value === 0 ? 'ground' : 'line']}
              x1="0"
              x2="100%"
              y1={percent(1 - value / top)}
              y2={percent(1 - value / top)}
            />
          ))}
          {children}
        </svg>
      </div>
      {ends !== undefined && (
        <div className={css['ends']}>
          {ends.map(({ text, at, series }) => (
            <span key={text} data-series={series} style={{ top: percent(1 - at) }}>
              {text}
            </span>
          ))}
        </div>
      )}
      <div className={css['names']}>
        {namedPlaces(count).map(({ at, onPhone }) => {
          const isFirst = at === 0 && count > FEW;
          const isLast = at === count - 1 && count > FEW;
          const left = isFirst ? 0 : isLast ? 1 : (at + 0.5) / count;
          return (
            <span
              key={at}
              data-side={isFirst ? 'first' : isLast ? 'last' : undefined}
              data-quiet={!onPhone || undefined}
              style={{ left: percent(left) }}
            >
              {places[at]}
            </span>
          );
        })}
      </div>
    </div>
  );
}
