// SPDX-License-Identifier: AGPL-3.0-or-later

/** What was charged and refunded: by the day or week as a drawing, by the rule of the fee under it. */
import { useMediaQuery } from '@mantine/hooks';
import type { InsightRevenue, InsightView } from '../../api/generated/schema';
import { PHONE_WIDTH } from '../../ui/widths';
import { BarChart } from './charts/BarChart';
import { dollarTickText } from './charts/ticks';
import { FigureCard, Legend } from './FigureCard';
import { FigureTable } from './FigureTable';
import css from './insight.module.css';
import type { CardProps } from './parts';
import { periodText } from './RequestsCard';
import { type Stretch, stretchesOf } from './weeks';
import { counted, countText, dayText, moneyText } from './words';

/** So many days have a bar each; more are weeks. */
const MOST_BARS = 14;

export function RevenueCard({ view, sight }: CardProps) {
  const days = view?.days ?? [];
  const bars = stretchesOf(days, MOST_BARS);
  const isByWeek = bars.length < days.length;
  const { charged = 0, refunded = 0 } = view?.totals ?? {};
  return (
    <FigureCard
      title="Revenue"
      lead={view && `Canadian dollars, by the ${isByWeek ? 'week' : 'day'} of payment`}
      shortLead="Canadian dollars"
      part="revenue"
      sight={sight}
      empty={charged === 0 && refunded === 0 ? `No payment in ${periodText(days.length)}.` : undefined}
      chart={
        view && (
          <>
            <div className={css['figure']}>
              <Legend
                items={[
                  { mark: 'strong', text: 'Kept' },
                  { mark: 'over', text: 'Refunded' },
                  ...(bars.some(({ charged: dollars }) => dollars === null)
                    ? [{ mark: 'hatched', text: 'Not shown' }]
                    : []),
                ]}
              />
              <BarChart
                strong
                label={`Revenue: ${moneyText(charged)} charged, ${moneyText(refunded)} refunded.`}
                tickText={dollarTickText}
                bars={bars.map(barOf)}
              />
            </div>
            <ByRule view={view} />
          </>
        )
      }
      table={<ByTime rows={bars.toReversed()} isByWeek={isByWeek} />}
    />
  );
}

/** More can be refunded than was charged that day: then all of it lies on top. */
function barOf({ day, charged, refunded }: Stretch) {
  const kept = charged === null ? null : Math.max(0, charged - (refunded ?? 0));
  return { key: day, name: dayText(day), value: kept, over: refunded };
}

const netOf = ({ charged, refunded }: Pick<Stretch, 'charged' | 'refunded'>) =>
  charged === null || refunded === null ? null : charged - refunded;

function ByTime({ rows, isByWeek }: { readonly rows: readonly Stretch[]; readonly isByWeek: boolean }) {
  const nameOf = ({ day }: Stretch) => (isByWeek ? `Week of ${dayText(day)}` : dayText(day));
  return (
    <FigureTable
      label={isByWeek ? 'Revenue by week' : 'Revenue by day'}
      rows={rows}
      rowKey={({ day }) => day}
      scrolls
      columns={[
        { key: 'day', title: isByWeek ? 'Week of' : 'Day', render: ({ day }) => dayText(day) },
        { key: 'charged', title: 'Charged', render: ({ charged }) => moneyText(charged) },
        { key: 'refunded', title: 'Refunded', render: ({ refunded }) => moneyText(refunded) },
        { key: 'net', title: 'Net', strong: true, render: (row) => moneyText(netOf(row)) },
      ]}
      phone={{
        line1: nameOf,
        line2: ({ refunded }) => `${moneyText(refunded)} refunded`,
        number: (row) => moneyText(netOf(row)),
      }}
    />
  );
}

type Rule = Omit<InsightRevenue, 'payer' | 'fee'> & { readonly key: string };

function ByRule({ view }: { readonly view: InsightView }) {
  const { payments, charged, refunded, net } = view.totals;
  const total: Rule = { key: 'all', rule: 'All', payments, charged, refunded, net };
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  if (isPhone) return <Sums total={total} />;
  return (
    <FigureTable<Rule>
      label="Revenue by the rule of the fee"
      rows={view.revenue.map((one) => ({ ...one, key: `${one.payer} ${one.fee}` }))}
      rowKey={({ key }) => key}
      total={total}
      columns={[
        { key: 'rule', title: 'Paid by', render: ({ rule }) => rule },
        {
          key: 'payments',
          title: 'Payments',
          render: (row) => countText(row.payments),
        },
        { key: 'charged', title: 'Charged', render: (row) => moneyText(row.charged) },
        { key: 'refunded', title: 'Refunded', render: (row) => moneyText(row.refunded) },
        { key: 'net', title: 'Net', strong: true, render: (row) => moneyText(row.net) },
      ]}
      phone={{
        line1: ({ rule }) => rule,
        line2: (row) => counted(row.payments, 'payment'),
        number: (row) => moneyText(row.net),
      }}
    />
  );
}

/** On a phone: what was charged, what went back, what is left. */
function Sums({ total: { charged, refunded, net } }: { readonly total: Rule }) {
  interface Sum {
    readonly name: string;
    readonly dollars: number | null;
  }
  return (
    <FigureTable<Sum>
      label="Revenue"
      rows={[
        { name: 'Charged', dollars: charged },
        { name: 'Refunded', dollars: refunded === null ? null : -refunded },
      ]}
      rowKey={({ name }) => name}
      total={{ name: 'Net', dollars: net }}
      columns={[]}
      phone={{ line1: ({ name }) => name, number: ({ dollars }) => moneyText(dollars) }}
    />
  );
}
