// SPDX-License-Identifier: AGPL-3.0-or-later

/** How long decisions took, against what is promised; the slowest days under it. */
import type { InsightDay, InsightView } from '../../api/generated/schema';
import { LineChart } from './charts/LineChart';
import { FigureCard, Legend } from './FigureCard';
import { FigureTable } from './FigureTable';
import css from './insight.module.css';
import type { CardProps } from './parts';
import { asTableText, dayName, periodText } from './RequestsCard';
import { allDays, worstDay } from './weeks';
import { countText, dayText, minutesText, shortMinutesText } from './words';

/** As many rows as the weeks of the card beside it. */
const SLOWEST_SHOWN = 2;

export function DecisionCard({ view, sight }: CardProps) {
  const days = view?.days ?? [];
  const decided = days.filter(({ p90 }) => p90 !== null);
  const slowest = decided.toSorted((a, b) => (b.p90 ?? 0) - (a.p90 ?? 0)).slice(0, SLOWEST_SHOWN);
  return (
    <FigureCard
      title="Time to decision"
      lead={view && 'From payment to the last decided medication'}
      shortLead={view ? `p50 ${minutesText(view.totals.p50)}, p90 ${minutesText(view.totals.p90)}` : '\u{A0}'}
      part="decisions"
      sight={sight}
      empty={decided.length === 0 ? emptyText(view) : undefined}
      chart={
        view && (
          <>
            <div className={css['figure']}>
              <Legend
                items={[
                  { mark: 'solid', text: 'Half were faster (p50)' },
                  { mark: 'dashed', text: '9 of 10 were faster (p90)' },
                ]}
              />
              <LineChart
                label={chartText(view)}
                promiseHours={view.promiseHours}
                points={days.map(({ day, p50, p90 }) => ({ key: day, name: dayText(day), p50, p90 }))}
                worst={worstOf(days)}
              />
            </div>
            <div className={css['onDesk']}>
              <Days label="Slowest days" title="Slowest days" days={slowest} />
            </div>
          </>
        )
      }
      table={view && <Days label="Time to decision by day" title="Day" days={days.toReversed()} all={view} />}
      tableLink={asTableText(days.length)}
    />
  );
}

function emptyText(view: InsightView | undefined): string {
  const { decided = 0 } = view?.totals ?? {};
  return decided === 0
    ? `No decision in ${periodText(view?.days.length ?? 0)}.`
    : 'Too few decisions to show how long they took.';
}

function worstOf(days: readonly InsightDay[]) {
  const worst = worstDay(days);
  if (worst === null || worst.p90 === null) return null;
  const late = !worst.late ? '' : `, ${countText(worst.late)} late`;
  return {
    key: worst.day,
    text: `${dayText(worst.day)}: ${shortMinutesText(worst.p90)}`,
    detail: late,
  };
}

function chartText({ totals, days, promiseHours }: InsightView): string {
  const worst = worstOf(days);
  const slowest = worst === null ? '' : ` Slowest ${worst.text}${worst.detail}.`;
  return (
    `Time to decision: half were decided within ${minutesText(totals.p50)}, 9 of 10 within ` +
    `${minutesText(totals.p90)}. ${promiseHours} hours are promised.${slowest}`
  );
}

/** What was late is seen among the zeros. */
const lateText = ({ late }: InsightDay) =>
  late === 0 ? countText(late) : <strong>{countText(late)}</strong>;

interface DaysProps {
  readonly label: string;
  readonly title: string;
  readonly days: readonly InsightDay[];
  /** When they are all of its days. */
  readonly all?: InsightView;
}

function Days({ label, title, days, all }: DaysProps) {
  return (
    <FigureTable
      label={label}
      rows={days}
      rowKey={({ day }) => day}
      total={all && allDays(all.totals)}
      scrolls={all !== undefined}
      note={all?.accuracy}
      columns={[
        { key: 'day', title, render: dayName },
        { key: 'decided', title: 'Decided', render: ({ decided }) => countText(decided) },
        { key: 'p50', title: 'p50', render: ({ p50 }) => minutesText(p50) },
        { key: 'p90', title: 'p90', render: ({ p90 }) => minutesText(p90) },
        {
          key: 'late',
          title: 'Late',
          render: lateText,
        },
      ]}
      phone={{
        line1: dayName,
        line2: ({ decided, late }) => `${countText(decided)} decided, ${countText(late)} late`,
        number: ({ p50 }) => minutesText(p50),
        under: ({ p90 }) => `p90 ${minutesText(p90)}`,
      }}
    />
  );
}
