// SPDX-License-Identifier: AGPL-3.0-or-later

/** The bars of the day, outlined, filled and dashed; what they say is in the table behind them. */
import type { TodayView } from '../../../api/generated/schema';
import { formatTime } from '../../../ui/format';
import css from './chart.module.css';
import { hourText } from './words';

interface Props {
  readonly hours: TodayView['day']['hours'];
  readonly thisHour: number;
  readonly now: Date;
}

/** Hours between two that are named. */
const NAMED = 4;

/** An even number that all bars stay within. */
function topOf(hours: Props['hours']): number {
  const most = Math.max(
    4,
    ...hours.map(({ received, decided, usual }) => Math.max(received, decided, usual ?? 0)),
  );
  const step = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / (2 * step)) * 2 * step;
}

export function DayChart({ hours, thisHour, now }: Props) {
  const top = topOf(hours);
  const height = (n: number) => ({ height: `${(n / top) * 100}%` });
  const at = hours.findIndex(({ hour }) => hour === thisHour);
  const minutes = now.getUTCMinutes() / 60;
  const isLate = at > hours.length / 2;
  return (
    <div className={css['plot']} aria-hidden="true">
      <div className={css['scale']}>
        {[top, top / 2, 0].map((n) => (
          <span key={n}>{n}</span>
        ))}
      </div>
      <div className={css['hours']}>
        {hours.map(({ hour, received, decided, usual }, place) => (
          <div key={hour} className={css['hour']}>
            {hour <= thisHour ? (
              <>
                <span data-series="received" style={height(received)} />
                <span data-series="decided" style={height(decided)} />
              </>
            ) : (
              <span data-series="usual" style={height(usual ?? 0)} />
            )}
            {place % NAMED === 0 && <small>{hourText(hour)}</small>}
          </div>
        ))}
        {at >= 0 && (
          <div
            className={css['now']}
            data-late={isLate || undefined}
            style={{ left: `${((at + minutes) / hours.length) * 100}%` }}
          >
            <small>Now {formatTime(now.toISOString())}</small>
          </div>
        )}
      </div>
    </div>
  );
}
