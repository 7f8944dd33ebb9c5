// SPDX-License-Identifier: AGPL-3.0-or-later

/** The six numbers over the cards, each with what is behind it and how it was before. */
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { InsightTotals, InsightView } from '../../api/generated/schema';
import { AppLink } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import type { Sight } from './address';
import css from './insight.module.css';
import {
  type Comparison,
  comparedCount,
  comparedMoney,
  comparedShare,
  comparedTime,
  counted,
  countText,
  minutesText,
  moneyText,
  percentText,
  sentence,
  shareOf,
} from './words';

interface Key {
  readonly name: string;
  readonly value: (totals: InsightTotals) => string;
  readonly detail: (totals: InsightTotals) => string;
  readonly compared: (now: InsightTotals, before: InsightTotals) => Comparison;
  /** The list that has as many as the detail says. */
  readonly list?: (view: InsightView, sight: Sight) => Address | null;
}

const onTime = ({ decided, late }: InsightTotals) =>
  shareOf(decided === null || late === null ? null : decided - late, decided);

const medicationsOf = ({ approved, rejected }: InsightTotals) =>
  approved === null || rejected === null ? null : approved + rejected;

const approvedShare = (totals: InsightTotals) => shareOf(totals.approved, medicationsOf(totals));

const firstTry = (totals: InsightTotals) => shareOf(totals.firstTry, totals.faxes);

/** The list knows neither doctor nor payer, and every day. */
function lateList({ totals, missingDays, from, to }: InsightView, { doctor, payer }: Sight): Address | null {
  if (!totals.late || missingDays > 0 || doctor !== null || payer !== null) return null;
  return paths.prescriptions({ list: 'all', late: 'yes', from, to });
}

const TOO_FEW = 'Too few to show';

/** Why there is nothing to measure. */
const noneText = (decided: number | null) => (decided === 0 ? 'No decision' : TOO_FEW);

const KEYS: readonly Key[] = [
  {
    name: 'Requests',
    value: ({ requests }) => sentence(countText(requests)),
    detail: ({ medications }) => sentence(counted(medications, 'medication')),
    compared: (now, before) => comparedCount(now.requests, before.requests),
  },
  {
    name: 'Time to decision, p50',
    value: ({ p50 }) => minutesText(p50),
    detail: ({ decided, p90 }) => (p90 === null ? noneText(decided) : `p90 ${minutesText(p90)}`),
    compared: (now, before) => comparedTime(now.p50, before.p50),
  },
  {
    name: 'Within the promise',
    value: (totals) => percentText(onTime(totals)),
    detail: ({ late, decided }) =>
      !late && !decided
        ? noneText(decided)
        : late === null || decided === null
          ? TOO_FEW
          : `${countText(late)} of ${countText(decided)} late`,
    compared: (now, before) => comparedShare(onTime(now), onTime(before)),
    list: lateList,
  },
  {
    name: 'Medications approved',
    value: (totals) => percentText(approvedShare(totals)),
    detail: (totals) => {
      const all = medicationsOf(totals);
      return all === null || all === 0 ? noneText(all) : `${countText(totals.approved)} of ${countText(all)}`;
    },
    compared: (now, before) => comparedShare(approvedShare(now), approvedShare(before)),
  },
  {
    name: 'Faxed at the first try',
    value: (totals) => percentText(firstTry(totals)),
    detail: ({ faxes, failed }) =>
      faxes === 0 ? 'No fax' : failed === null ? TOO_FEW : `${countText(failed)} never delivered`,
    compared: (now, before) => comparedShare(firstTry(now), firstTry(before)),
  },
  {
    name: 'Revenue, net',
    value: ({ net }) => sentence(moneyText(net)),
    detail: ({ refunded }) => (refunded === null ? TOO_FEW : `${moneyText(refunded)} refunded`),
    compared: (now, before) => comparedMoney(now.net, before.net),
  },
];

interface KeyNumbersProps {
  readonly view: InsightView | undefined;
  readonly sight: Sight;
}

export function KeyNumbers({ view, sight }: KeyNumbersProps) {
  const totals = view?.totals;
  const before = view?.before ?? null;
  return (
    <ul className={css['keys']} aria-label="Key numbers" aria-busy={view === undefined}>
      {KEYS.map(({ name, value, detail, compared, list }) => (
        <li key={name}>
          <span>{name}</span>
          <strong>{totals ? value(totals) : '\u{A0}'}</strong>
          <span>
            {view ? <Linked to={list?.(view, sight) ?? null}>{detail(view.totals)}</Linked> : '\u{A0}'}
          </span>
          {/* Its line has its room before the comparison comes. */}
          {sight.compares && (
            <span className={css['before']}>
              {totals && before ? <Compared {...compared(totals, before)} /> : '\u{A0}'}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Linked({ to, children }: { readonly to: Address | null; readonly children: string }) {
  return to === null ? children : <AppLink href={to}>{children}</AppLink>;
}

function Compared({ words, went }: Comparison) {
  const Arrow = went === 'up' ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={css['compared']}>
      {went !== null && <Arrow size={14} aria-hidden="true" />}
      {words}
    </span>
  );
}
