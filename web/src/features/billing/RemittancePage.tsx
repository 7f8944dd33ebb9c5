// SPDX-License-Identifier: AGPL-3.0-or-later

/** Remittance: payments by month, the records, what came back, and the balance; sums also as CSV. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BalanceMonth, RemittanceMonth } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { type Cell, saveCsv } from '../../ui/files/csv';
import { formatDateTime, formatMoney } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { Amounts } from './Amounts';
import css from './billing.module.css';
import { balanceRows, isMoved, monthText, paymentRows, toneOf, withTotal } from './csv';
import { InvoicesTable } from './InvoicesTable';
import { MonthPlot } from './MonthPlot';
import { type Period, PeriodBar, usePeriod } from './Period';
import { balanceQuery, problematicInvoices, remittanceMonths, statusRetrieved } from './queries';
import { Records } from './Records';
import { formatCount } from '../../ui/table/count';

export function RemittancePage() {
  const status = useQuery(statusRetrieved());
  const [period, setPeriod] = usePeriod();
  const pulled = status.data?.pull?.endedAt;
  const told = pulled ? `From the latest pull on ${formatDateTime(pulled)}.` : 'No remittance pulled yet.';
  // Its line is held while it is on the way.
  const lead = status.isPending ? '\u00a0' : told;
  return (
    <Page title="Remittance" lead={lead} wide>
      <Chart period={period} onPeriod={setPeriod} />
      <Records />
      <Problems />
      <Payments period={period} />
      <Balance period={period} />
    </Page>
  );
}

const paymentColumns: readonly Column<RemittanceMonth>[] = [
  { key: 'month', title: 'Month', kind: 'time', render: (row) => monthText(row.month) },
  { key: 'records', title: 'Records', kind: 'number', render: (row) => row.records },
  { key: 'billed', title: 'Billed', kind: 'number', render: (row) => formatMoney(row.billed) },
  { key: 'paid', title: 'Paid', kind: 'number', render: (row) => formatMoney(row.paid) },
  { key: 'refused', title: 'Refused', kind: 'number', render: (row) => formatMoney(row.refused) },
  { key: 'outstanding', title: 'Outstanding', kind: 'number', render: (row) => formatMoney(row.outstanding) },
  {
    key: 'overpaid',
    title: 'Overpaid',
    kind: 'number',
    wide: true,
    render: (row) => formatMoney(row.overpaid),
  },
  {
    key: 'adjustments',
    title: 'Adjustments',
    kind: 'number',
    wide: true,
    render: (row) => formatMoney(row.adjustments),
  },
  {
    key: 'others',
    title: 'Not for this clinic',
    kind: 'number',
    wide: true,
    render: (row) => formatMoney(row.otherPayees),
  },
];

/** What is nothing is not said of a month. */
function partsText(parts: readonly (readonly [string, number])[]): string {
  return parts
    .filter(([, cents]) => cents !== 0)
    .map(([word, cents]) => `${word} ${formatMoney(cents)}`)
    .join(' · ');
}

const paymentPhone: PhoneRow<RemittanceMonth> = {
  line1: (row) => monthText(row.month),
  line2: (row) =>
    partsText([
      ['refused', row.refused],
      ['outstanding', row.outstanding],
      ['overpaid', row.overpaid],
      ['adjustments', row.adjustments],
      ['not for this clinic', row.otherPayees],
    ]),
  action: (row) => <Amounts billed={row.billed} paid={row.paid} />,
};

interface OfPeriod {
  readonly period: Period;
}

function usePayments(period: Period) {
  return useQuery({ ...remittanceMonths(period), placeholderData: keepPreviousData });
}

function Chart({ period, onPeriod }: OfPeriod & { readonly onPeriod: (period: Period) => void }) {
  const months = usePayments(period);
  if (months.isPending) return <Loading rows={3} />;
  if (months.isError) return <ErrorState error={months.error} onRetry={() => void months.refetch()} />;
  return (
    <Card flush>
      <div className={css['finding']}>
        <PeriodBar period={period} onPeriod={onPeriod} shown={months.data.map((month) => month.month)} />
      </div>
      <MonthPlot months={months.data} />
    </Card>
  );
}

/** The chart as figures, with their sum. */
function Payments({ period }: OfPeriod) {
  const months = usePayments(period);
  const rows = (months.data ?? []).toReversed();
  return (
    <Card
      flush
      title="Payments by month of payment"
      action={<Download rows={paymentRows(rows)} name="payments.csv" />}
    >
      <p className={css['explained']}>
        Lines about our claims: billed is the sum of paid, refused and outstanding. A claim paid as billed
        counts with its payment; outstanding is what MSP still holds, and what it takes back is refused in the
        month it does. What it refused and pays in a later month is billed again there. What was paid beyond a
        bill, adjustments of whole payments, and what is not for this clinic are not in these sums. Months in
        which nothing moved are not listed.
      </p>
      <DataTable
        label="Payments by month of payment"
        columns={paymentColumns}
        phone={paymentPhone}
        rows={withTotal(rows.filter(isMoved))}
        rowKey={(row) => row.month}
        rowTone={toneOf}
        query={months}
        empty={<EmptyState text="Nothing paid yet" />}
      />
    </Card>
  );
}

function Download({ rows, name }: { readonly rows: readonly (readonly Cell[])[]; readonly name: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-label={`Download CSV: ${name}`}
      onClick={() => saveCsv(rows, name)}
    >
      Download CSV
    </Button>
  );
}

function Problems() {
  const { billing } = useSettings();
  const list = useQuery({ ...problematicInvoices(3, null), enabled: billing });
  if (list.isLoading) return <Loading rows={0} />;
  if (!billing || !list.data || list.data.total === 0) return null;
  return (
    <Card
      flush
      title="Problematic invoices"
      action={
        <AppLink
          href={paths.editInvoice()}
        >{`See all ${formatCount(list.data.total, list.data.atLeast)}`}</AppLink>
      }
    >
      <InvoicesTable rows={list.data.items} />
    </Card>
  );
}

const balanceColumns: readonly Column<BalanceMonth>[] = [
  { key: 'month', title: 'Month', kind: 'time', render: (row) => monthText(row.month) },
  { key: 'bills', title: 'Bills', kind: 'number', render: (row) => row.bills },
  { key: 'billed', title: 'Billed', kind: 'number', render: (row) => formatMoney(row.billed) },
  { key: 'paid', title: 'Paid', kind: 'number', render: (row) => formatMoney(row.paid) },
  { key: 'refused', title: 'Refused', kind: 'number', render: (row) => formatMoney(row.refused) },
  { key: 'outstanding', title: 'Outstanding', kind: 'number', render: (row) => formatMoney(row.outstanding) },
  { key: 'overpaid', title: 'Overpaid', kind: 'number', render: (row) => formatMoney(row.overpaid) },
];

const balancePhone: PhoneRow<BalanceMonth> = {
  line1: (row) => monthText(row.month),
  line2: (row) =>
    partsText([
      ['refused', row.refused],
      ['outstanding', row.outstanding],
      ['overpaid', row.overpaid],
    ]),
  action: (row) => <Amounts billed={row.billed} paid={row.paid} />,
};

function Balance({ period }: OfPeriod) {
  const list = useQuery({ ...balanceQuery(period), placeholderData: keepPreviousData });
  const rows = (list.data ?? []).toReversed();
  return (
    <Card
      flush
      title="Balance by month of service"
      action={<Download rows={balanceRows(rows)} name="balance.csv" />}
    >
      <p className={css['explained']}>
        Bills of the visits of a month, whenever they were paid: billed is the sum of paid, refused and
        outstanding. What was paid beyond the bills is shown separately.
      </p>
      <DataTable
        label="Balance by month of service"
        columns={balanceColumns}
        phone={balancePhone}
        rows={withTotal(rows.filter(isMoved))}
        rowKey={(row) => row.month}
        rowTone={toneOf}
        query={list}
        empty={<EmptyState text="Nothing billed yet" />}
      />
    </Card>
  );
}
