// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The clinic's day by the hour: what was received, what was decided, and what the weekday usually brings; as a drawing
 * with a table behind it.
 */
import { SegmentedControl } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { TodayView } from '../../../api/generated/schema';
import { EmptyState } from '../../../ui/feedback/states';
import { hourOfDay } from '../../../ui/format';
import { DayChart } from './DayChart';
import css from './today.module.css';
import { counted, hourText, shownHours, sum, weekdayOf } from './words';

interface Props {
  /** None while it is on its way. */
  readonly day: TodayView['day'] | undefined;
  readonly now: Date;
}

export function TheDay({ day, now }: Props) {
  const [isTable, setIsTable] = useState(false);
  const hours = day === undefined ? [] : shownHours(day.hours);
  const [received, decided] = [sum(hours, 'received'), sum(hours, 'decided')];
  const isEmpty =
    day !== undefined && hours.every((hour) => hour.received + hour.decided + (hour.usual ?? 0) === 0);
  const weekday = day === undefined ? '' : weekdayOf(day.day);
  const thisHour = hourOfDay(now);
  const table = <DayTable hours={hours} weekday={weekday} />;
  return (
    <section className={css['card']} aria-labelledby="the-day">
      <header className={css['cardHead']}>
        <h2 id="the-day">The day</h2>
        {!isEmpty && (
          <SegmentedControl
            className={css['switch'] ?? ''}
            aria-label="The day as"
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => setIsTable(value === 'table')}
            data={[
              {
                value: 'chart',
                label: <Labelled icon={<IconChartBar size={16} aria-hidden="true" />}>Chart</Labelled>,
              },
              {
                value: 'table',
                label: <Labelled icon={<IconTable size={16} aria-hidden="true" />}>Table</Labelled>,
              },
            ]}
          />
        )}
      </header>
      <div className={css['dayBody']} data-empty={isEmpty || undefined} aria-busy={day === undefined}>
        {isEmpty ? (
          <EmptyState
            icon={IconChartBar}
            text="No requests yet today."
            hint="Requests are counted here by the hour once they are received and decided."
          />
        ) : isTable ? (
          table
        ) : (
          <>
            <ul className={css['legend']} aria-hidden="true">
              <li data-series="received">
                Received <strong>{received}</strong>
              </li>
              <li data-series="decided">
                Decided <strong>{decided}</strong>
              </li>
              {hours.some(({ usual }) => usual !== null) && <li data-series="usual">{`Usual ${weekday}`}</li>}
            </ul>
            <figure
              className={css['chart']}
              aria-label={`The day by the hour: ${counted(received, 'request')} received, ${decided} decided.`}
            >
              <div className="s-visually-hidden">{table}</div>
              {day !== undefined && <DayChart hours={hours} thisHour={thisHour} now={now} />}
            </figure>
          </>
        )}
      </div>
    </section>
  );
}

function Labelled({ icon, children }: { readonly icon: ReactNode; readonly children: string }) {
  return (
    <span className={css['labelled']}>
      {icon}
      {children}
    </span>
  );
}

interface TableProps {
  readonly hours: TodayView['day']['hours'];
  readonly weekday: string;
}

function DayTable({ hours, weekday }: TableProps) {
  return (
    <table className={css['table']}>
      <caption className="s-visually-hidden">Requests by the hour</caption>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          <th scope="col">Received</th>
          <th scope="col">Decided</th>
          <th scope="col">{`Usual ${weekday}`}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ hour, received, decided, usual }) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            <td>{received}</td>
            <td>{decided}</td>
            <td>{usual ?? '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{sum(hours, 'received')}</td>
          <td>{sum(hours, 'decided')}</td>
          <td>{usualTotal(hours)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function usualTotal(hours: TableProps['hours']): string {
  const total = hours.reduce((all, { usual }) => all + (usual ?? 0), 0);
  return hours.some(({ usual }) => usual !== null) ? String(Math.round(total * 10) / 10) : '–';
}
