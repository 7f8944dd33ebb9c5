// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Times by the day: half of the decisions were faster than the one line, nine of ten than the other, and a labelled
 * line is what was promised. A line has a gap where nothing was decided. The worst day is named.
 */
import css from './charts.module.css';
import { percent, Plot } from './Plot';
import { timeTicks, timeTickText } from './ticks';

export interface Point {
  readonly key: string;
  readonly name: string;
  /** In minutes. */
  readonly p50: number | null;
  readonly p90: number | null;
}

interface LineChartProps {
  readonly label: string;
  readonly points: readonly Point[];
  readonly promiseHours: number;
  readonly worst: {
    readonly key: string;
    readonly text: string;
    /** What a phone leaves out of the text, after the name of the day. */
    readonly detail: string;
  } | null;
}

type Series = 'p50' | 'p90';

/** The words over the line of the promise stay within the frame. */
const ROOM_OVER = 1.05;
/** With more points than this the lines are thin. */
const MANY = 120;
/** So close the two words at the end of the lines may come, as a part of the height. */
const APART = 0.1;

export function LineChart({ label, points, promiseHours, worst }: LineChartProps) {
  const promise = promiseHours * 60;
  const ticks = timeTicks(
    Math.max(promise * ROOM_OVER, ...points.map(({ p50, p90 }) => Math.max(p50 ?? 0, p90 ?? 0))),
  );
  const top = ticks.at(-1) ?? 1;
  const step = ticks[1] ?? 1;
  const x = (place: number) => (place + 0.5) / points.length;
  const worstAt = points.findIndex(({ key }) => key === worst?.key);
  const worstP90 = points[worstAt]?.p90 ?? null;
  const isLate = x(worstAt) > 0.6;
  const promiseY = percent(1 - promise / top);
  return (
    <Plot
      label={label}
      ticks={ticks}
      tickText={(minutes) => timeTickText(minutes, step)}
      places={points.map(({ name }) => name)}
      ends={endsOf(points, top)}
    >
      <line className={css['promise']} x1="0" x2="100%" y1={promiseY} y2={promiseY} />
      <text
        className={css['said']}
        x={worstAt >= 0 && x(worstAt) < 0.4 ? '100%' : '0%'}
        dx={worstAt >= 0 && x(worstAt) < 0.4 ? -6 : 6}
        y={promiseY}
        dy={-6}
        textAnchor={worstAt >= 0 && x(worstAt) < 0.4 ? 'end' : 'start'}
      >
        {`Promise ${promiseHours} h`}
      </text>
      <svg viewBox="0 0 100 100" width="100%" height="100%" preserveAspectRatio="none" overflow="visible">
        {(['p90', 'p50'] as const).map((series) => (
          <path
            key={series}
            className={css['series']}
            data-series={series}
            data-many={points.length > MANY || undefined}
            d={pathOf(points, series, top)}
          />
        ))}
      </svg>
      {(['p90', 'p50'] as const).flatMap((series) =>
        lonely(points, series).map((place) => (
          <circle
            key={`${series} ${place}`}
            className={css['dot']}
            data-series={series}
            cx={percent(x(place))}
            cy={percent(1 - (points[place]?.[series] ?? 0) / top)}
            r="2.5"
          />
        )),
      )}
      {worst !== null && worstP90 !== null && (
        <>
          <circle
            className={css['worst']}
            cx={percent(x(worstAt))}
            cy={percent(1 - worstP90 / top)}
            r="4.5"
          />
          <text
            className={css['said']}
            x={percent(x(worstAt))}
            dx={isLate ? -10 : 10}
            y={percent(1 - worstP90 / top)}
            dy={worstP90 > promise ? 0 : -8}
            textAnchor={isLate ? 'end' : 'start'}
          >
            {worst.text}
            <tspan className={css['detail']}>{worst.detail}</tspan>
          </text>
        </>
      )}
    </Plot>
  );
}

/** "M5,40L15,38M35,50L45,51": from point to point, anew after each gap. */
function pathOf(points: readonly Point[], series: Series, top: number): string {
  return points
    .map((point, place) => {
      const value = point[series];
      if (value === null) return '';
      const isFirst = (points[place - 1]?.[series] ?? null) === null;
      const at = (part: number) => Math.round(part * 100_000) / 1000;
      return `${isFirst ? 'M' : 'L'}${at((place + 0.5) / points.length)},${at(1 - value / top)}`;
    })
    .join('');
}

/** Places without a neighbour: no line goes through them. */
function lonely(points: readonly Point[], series: Series): readonly number[] {
  return points.flatMap((point, place) =>
    point[series] !== null &&
    (points[place - 1]?.[series] ?? null) === null &&
    (points[place + 1]?.[series] ?? null) === null
      ? [place]
      : [],
  );
}

/** The words at the end of both lines, kept apart. */
function endsOf(points: readonly Point[], top: number) {
  const last = points.findLast(({ p90 }) => p90 !== null);
  const [low, high] = [(last?.p50 ?? 0) / top, (last?.p90 ?? 0) / top];
  if (last === undefined) return [];
  return [
    { text: 'p90', at: Math.max(high, low + APART), series: 'p90' },
    { text: 'p50', at: low, series: 'p50' },
  ];
}
