// SPDX-License-Identifier: AGPL-3.0-or-later

/** Claims to MSP: paid in the period, and where the open ones are now; what was refused, by the plan’s code. */
import type { InsightClaimState, InsightClaims, InsightRefusal } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { formatDateTime, formatShortWhen } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { type Fill, StackedBar } from './charts/StackedBar';
import { FigureCard, Legend } from './FigureCard';
import { FigureTable } from './FigureTable';
import css from './insight.module.css';
import type { CardProps } from './parts';
import { countText, moneyText, shareOf, wholePercentText } from './words';

type Stage = InsightClaimState['state'];

const STAGES: Readonly<Record<Stage, { name: string; text: string; code: string; fill: Fill }>> = {
  paid: { name: 'Paid', text: 'Paid', code: 'PAID', fill: 'done' },
  waiting: { name: 'Waiting', text: 'Sent, no answer yet', code: 'PENDING', fill: 'waiting' },
  rejected: { name: 'Rejected', text: 'Rejected, to correct', code: 'REJECTED', fill: 'refused' },
  unsent: { name: 'To be sent', text: 'To be sent', code: 'CREATED', fill: 'rest' },
};

/** The sum; not told when one of them is not. */
function sum(rows: readonly InsightClaimState[], of: 'claims' | 'amount'): number | null {
  return rows.reduce<number | null>((all, row) => {
    const value = row[of];
    return all === null || value === null ? null : all + value;
  }, 0);
}

export function ClaimsCard({ view, sight }: CardProps) {
  const claims = view?.claims;
  const states = claims?.states ?? [];
  const isNone = states.every((row) => row.claims === 0) && claims?.refusals.length === 0;
  const answer = claims?.lastAnswer ?? null;
  return (
    <FigureCard
      title="Claims"
      lead={
        claims &&
        (answer === null
          ? 'Teleplan, no answer yet'
          : `Teleplan, last answer pulled ${formatDateTime(answer)}`)
      }
      shortLead={answer === null ? 'No answer yet' : `Last answer ${formatShortWhen(answer, new Date())}`}
      part="claims"
      sight={sight}
      empty={isNone ? 'No claims yet. Claims to MSP and what was paid for them appear here.' : undefined}
      chart={
        claims && (
          <>
            <div className={css['figure']}>
              <Parts states={states} />
            </div>
            <States claims={claims} />
          </>
        )
      }
      foot={
        claims && (
          <footer className={css['cardFoot']} data-phone>
            {`Sent in this period: ${countText(claims.sent.claims)}, ${moneyText(claims.sent.amount)}`}
          </footer>
        )
      }
      table={
        claims && (
          <>
            <States claims={claims} />
            {claims.refusals.length > 0 && <Refusals refusals={claims.refusals} />}
          </>
        )
      }
    />
  );
}

function Parts({ states }: { readonly states: readonly InsightClaimState[] }) {
  const known = states.reduce((all, { claims }) => all + (claims ?? 0), 0);
  const said = states.map(({ state, claims }) => ({
    state,
    text: `${STAGES[state].name} ${claims === null ? countText(claims) : wholePercentText(shareOf(claims, known))}`,
  }));
  return (
    <>
      <StackedBar
        label={`Claims: ${said.map(({ text }) => text).join(', ')}.`}
        parts={states.map(({ state, claims }) => ({ fill: STAGES[state].fill, value: claims ?? 0 }))}
      />
      <Legend items={said.map(({ state, text }) => ({ mark: STAGES[state].fill, text }))} />
    </>
  );
}

function States({ claims: { states } }: { readonly claims: InsightClaims }) {
  const { isAdmin, Role } = useMe();
  const mayBill = useSettings().billing && (isAdmin || Role === 'ROLE_ADMIN');
  const open = ({ state, claims }: Row) =>
    mayBill && state === 'rejected' && claims !== 0 ? (
      <AppLink href={paths.editInvoice()} aria-label="Correct the rejected claims">
        Correct
      </AppLink>
    ) : null;
  type Row = Omit<InsightClaimState, 'state'> & { readonly state: Stage | null };
  const badge = ({ state }: Row) =>
    state === null ? 'All' : <StatusBadge code={STAGES[state].code} text={STAGES[state].text} />;
  return (
    <FigureTable<Row>
      label="Claims to MSP"
      rows={states}
      rowKey={({ state }) => state ?? 'all'}
      total={{ state: null, claims: sum(states, 'claims'), amount: sum(states, 'amount') }}
      columns={[
        { key: 'state', title: 'Claims to MSP', render: badge },
        {
          key: 'claims',
          title: 'Claims',
          strong: true,
          render: (row) => countText(row.claims),
        },
        { key: 'amount', title: 'Amount', render: ({ amount }) => moneyText(amount) },
        { key: 'open', title: 'Open', quiet: true, render: open },
      ]}
      phone={{
        line1: badge,
        line2: open,
        number: (row) => countText(row.claims),
        under: ({ amount }) => moneyText(amount),
      }}
    />
  );
}

function Refusals({ refusals }: { readonly refusals: readonly InsightRefusal[] }) {
  const nameOf = ({ code, words }: InsightRefusal) =>
    [code === '' ? 'No code' : code, words].filter((part) => part !== null).join(', ');
  return (
    <FigureTable
      label="Refused in this period"
      rows={refusals}
      rowKey={({ code }) => code}
      columns={[
        { key: 'code', title: 'Refused in this period', render: nameOf },
        { key: 'claims', title: 'Claims', strong: true, render: (row) => countText(row.claims) },
        { key: 'amount', title: 'Amount', render: (row) => moneyText(row.amount) },
      ]}
      phone={{
        line1: nameOf,
        number: (row) => countText(row.claims),
        under: (row) => moneyText(row.amount),
      }}
    />
  );
}
