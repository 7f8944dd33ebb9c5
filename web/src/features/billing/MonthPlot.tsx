// SPDX-License-Identifier: AGPL-3.0-or-later

/** Months as bars: what was paid, and what was billed beyond it; figures of the newest. */
import type { RemittanceMonth } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';
import { monthText, shortMonth } from './csv';
import css from './plot.module.css';

const HEIGHT = 180;
/** So many bars have room for the name of their month. */
const FEW = 12;

/** With many bars the year stands under its January alone. */
function yearOf(month: string): string {
  return month.endsWith('-01') ? month.slice(0, 4) : '';
}

function heightOf({ billed, paid }: RemittanceMonth, top: number): number {
  return (Math.max(billed - paid, 0) / top + Math.max(paid, 0) / top) * HEIGHT;
}

/**
 * How far over the newest bar its value stands. On a phone it is wider than that bar: it stands over those beside it as
 * well, at most a quarter of all.
 */
function liftOf(months: readonly RemittanceMonth[], newest: RemittanceMonth, top: number): number {
  const beside = months.slice(-Math.ceil(months.length / 4) - 1);
  return Math.max(...beside.map((month) => heightOf(month, top))) - heightOf(newest, top);
}

/** A round amount that all bars stay below. */
function topOf(months: readonly RemittanceMonth[]): number {
  const most = Math.max(100, ...months.map((month) => Math.max(month.billed, month.paid)));
  const power = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / (power / 2)) * (power / 2);
}

/** "$150", "$2.5k": short, as the amounts themselves stand beside it. */
function axisText(amount: number): string {
  return amount < 1000 ? `$${amount}` : `$${Number((amount / 1000).toFixed(2))}k`;
}

export function MonthPlot({ months }: { readonly months: readonly RemittanceMonth[] }) {
  const newest = months.at(-1);
  if (!newest) return null;
  const top = topOf(months);
  const share = newest.billed > 0 ? `${((newest.paid / newest.billed) * 100).toFixed(1)}%` : 'none billed';
  return (
    <div className={css['frame']}>
      <div className={css['figures']}>
        <p className={css['small']}>{`Paid in ${monthText(newest.month)}`}</p>
        <p className={css['big']}>{formatMoney(newest.paid)}</p>
        <dl className={css['facts']}>
          <div>
            <dt>Billed</dt>
            <dd>{formatMoney(newest.billed)}</dd>
          </div>
          <div>
            <dt>Refused</dt>
            <dd>{formatMoney(newest.refused)}</dd>
          </div>
          <div>
            <dt>Outstanding</dt>
            <dd>{formatMoney(newest.outstanding)}</dd>
          </div>
          <div>
            <dt>Paid share</dt>
            <dd>{share}</dd>
          </div>
        </dl>
        <p className={css['key']}>
          <span className={css['paidMark']} data-ink aria-hidden="true" /> Amount paid
        </p>
        <p className={css['key']}>
          <span className={css['restMark']} data-ink aria-hidden="true" /> Billed, not paid
        </p>
      </div>
      <div className={css['chart']}>
        <div className={css['axis']} style={{ height: HEIGHT }} aria-hidden="true">
          {[top, top / 2, 0].map((amount) => (
            <span key={amount}>{axisText(amount)}</span>
          ))}
        </div>
        <ol
          className={css['bars']}
          data-many={months.length > FEW || undefined}
          aria-label="Billed and paid by month"
        >
          {months.map((month) => (
            <li key={month.month} data-newest={month === newest || undefined}>
              <span className="s-visually-hidden">
                {`${monthText(month.month)}: paid ${formatMoney(month.paid)} of ${formatMoney(month.billed)}`}
              </span>
              <span className={css['column']} style={{ height: HEIGHT }} aria-hidden="true">
                {month === newest && (
                  <span className={css['value']} style={{ marginBottom: liftOf(months, newest, top) }}>
                    {formatMoney(month.paid)}
                  </span>
                )}
                <span
                  className={css['rest']}
                  data-ink
                  style={{ height: (Math.max(month.billed - month.paid, 0) / top) * HEIGHT }}
                />
                <span
                  className={css['paid']}
                  data-ink
                  style={{ height: (Math.max(month.paid, 0) / top) * HEIGHT }}
                />
              </span>
              <span className={css['month']} aria-hidden="true">
                {months.length <= FEW ? shortMonth(month.month) : yearOf(month.month)}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
