// SPDX-License-Identifier: AGPL-3.0-or-later

/** Requests by the day of payment, and the weeks that they make. */
import type { InsightDay, InsightView } from '../../api/generated/schema';
import { BarChart } from './charts/BarChart';
import { FigureCard, Legend } from './FigureCard';
import { FigureTable } from './FigureTable';
import css from './insight.module.css';
import type { CardProps } from './parts';
import { countText, counted, dayText, daysText, moneyText, sentence } from './words';
import { allDays, type Stretch, stretchesOf, weeksOf } from './weeks';
import { lazily } from '../../ui/lazily';

/** Under the drawing there is room for so many. */
const WEEKS_SHOWN = 2;

export function RequestsCard({ view, sight }: CardProps) {
  const days = view?.days ?? [];
  const bars = stretchesOf(days);
  const isByWeek = bars.length < days.length;
  const { requests = 0, medications = 0 } = view?.totals ?? {};
  return (
    <FigureCard
      title={isByWeek ? 'Requests by week' : 'Requests by day'}
      lead={view && sentence(`${counted(requests, 'request')}, ${counted(medications, 'medication')}`)}
      shortLead={view ? sentence(counted(requests, 'request')) : '\u{A0}'}
      part="days"
      sight={sight}
      empty={requests === 0 ? `No requests in ${periodText(days.length)}.` : undefined}
      chart={
        view && (
          <>
            <div className={css['figure']}>
              <Legend items={legend(bars, isByWeek)} />
              <BarChart
                label={chartText(view, bars, isByWeek)}
                bars={bars.map(({ day, requests: value, weekend }) => ({
                  key: day,
                  name: dayText(day),
                  value,
                  outlined: weekend,
                }))}
              />
            </div>
            <div className={css['onDesk']}>
              <Weeks weeks={weeksOf(days).toReversed().slice(0, WEEKS_SHOWN)} />
            </div>
          </>
        )
      }
      table={view && <AllDays view={view} />}
      tableLink={asTableText(days.length)}
    />
  );
}

/** "these 30 days", "this day" */
export const periodText = (days: number): string => (days === 1 ? 'this day' : `these ${days} days`);

/** Turns to the table of all days. */
export const asTableText = (days: number): string =>
  days === 1 ? 'The day as a table' : `All ${daysText(days)} as a table`;

function legend(bars: readonly Stretch[], isByWeek: boolean) {
  return [
    ...(isByWeek
      ? [{ mark: 'filled', text: 'Week from Monday' }]
      : [
          { mark: 'filled', text: 'Weekday' },
          { mark: 'outlined', text: 'Weekend' },
        ]),
    ...(bars.some(({ requests }) => requests === null) ? [{ mark: 'hatched', text: 'Not shown' }] : []),
  ];
}

function chartText({ totals }: InsightView, bars: readonly Stretch[], isByWeek: boolean): string {
  const most = Math.max(...bars.map(({ requests }) => requests ?? 0));
  const busiest = bars.find(({ requests }) => requests === most);
  const when = isByWeek ? 'the week of' : 'on';
  const peak = busiest === undefined || most === 0 ? '' : `, most ${when} ${dayText(busiest.day)}: ${most}`;
  return `${isByWeek ? 'Requests by week' : 'Requests by day'}: ${counted(totals.requests, 'request')}${peak}.`;
}

const weekdayFormat = lazily(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' }));

/** "Wed, 20" */
function busiestText({ days }: Stretch): string {
  const most = Math.max(...days.map(({ requests }) => requests ?? 0));
  const busiest = days.find(({ requests }) => requests === most);
  if (busiest === undefined || most === 0) return '–';
  return `${weekdayFormat().format(new Date(`${busiest.day}T00:00:00Z`))}, ${countText(most)}`;
}

const aDayText = ({ requests, days }: Stretch): string =>
  requests === null ? '–' : (requests / days.length).toFixed(1);

function Weeks({ weeks }: { readonly weeks: readonly Stretch[] }) {
  return (
    <FigureTable
      label="Requests by week"
      rows={weeks}
      rowKey={({ day }) => day}
      columns={[
        { key: 'week', title: 'Week of', render: ({ day }) => dayText(day) },
        { key: 'requests', title: 'Requests', render: ({ requests }) => countText(requests) },
        { key: 'medications', title: 'Medications', render: ({ medications }) => countText(medications) },
        { key: 'aDay', title: 'A day', render: aDayText },
        { key: 'busiest', title: 'Busiest', render: busiestText },
      ]}
      phone={{
        line1: ({ day }) => `Week of ${dayText(day)}`,
        line2: ({ medications }) => sentence(counted(medications, 'medication')),
        number: ({ requests }) => countText(requests),
        under: (week) => `${aDayText(week)} a day`,
      }}
    />
  );
}

/** "Sat, Nov 21", and "All" of the row under the days. */
export const dayName = ({ day }: InsightDay): string =>
  day === '' ? 'All' : `${weekdayText(day)}, ${dayText(day)}`;

/** As the file has them. */
function AllDays({ view: { days, totals } }: { readonly view: InsightView }) {
  return (
    <FigureTable
      label="Requests by day"
      rows={days.toReversed()}
      rowKey={({ day }) => day}
      total={allDays(totals)}
      scrolls
      columns={[
        { key: 'day', title: 'Day', render: dayName },
        { key: 'requests', title: 'Requests', render: ({ requests }) => countText(requests) },
        { key: 'medications', title: 'Medications', render: ({ medications }) => countText(medications) },
        { key: 'charged', title: 'Charged', render: ({ charged }) => moneyText(charged) },
        { key: 'refunded', title: 'Refunded', render: ({ refunded }) => moneyText(refunded) },
      ]}
      phone={{
        line1: dayName,
        line2: ({ medications }) => sentence(counted(medications, 'medication')),
        number: ({ requests }) => countText(requests),
      }}
    />
  );
}

/** "Sat" */
const weekdayText = (day: string): string => weekdayFormat().format(new Date(`${day}T00:00:00Z`));
