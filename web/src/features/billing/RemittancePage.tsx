// SPDX-License-Identifier: AGPL-3.0-or-later

/** Remittance: the year by month, one record a page, what came back, and the balance with its CSV. */
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BalanceMonth, Remittance } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { saveCsv } from '../../ui/files/csv';
import { formatDate, formatDateTime, formatHealthNumber, formatMoney } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable } from '../../ui/table/DataTable';
import css from './billing.module.css';
import { balanceRows, monthText } from './csv';
import { InvoicesTable } from './InvoicesTable';
import { MonthPlot } from './MonthPlot';
import {
  balanceQuery,
  problematicInvoices,
  remittanceList,
  remittanceMonths,
  statusRetrieved,
} from './queries';
import { agesOf } from './services';

export function RemittancePage() {
  const status = useQuery(statusRetrieved());
  const pulled = status.data?.pull?.endedAt;
  const lead = pulled
    ? `One record per page, from the latest pull on ${formatDateTime(pulled)}.`
    : 'One record per page.';
  return (
    <Page title="Remittance" lead={lead}>
      <Year />
      <OneRecord />
      <Problems />
      <Balance />
    </Page>
  );
}

function Year() {
  const months = useQuery(remittanceMonths());
  if (months.isPending) return <Loading rows={3} />;
  if (months.isError) return <ErrorState error={months.error} onRetry={() => void months.refetch()} />;
  return (
    <Card flush>
      <MonthPlot months={months.data} />
    </Card>
  );
}

const columns: readonly Column<Remittance>[] = [
  { key: 'sequence', title: 'Sequence', render: (row) => <strong>{row.seqNumber}</strong> },
  { key: 'type', title: 'Type', render: (row) => row.remittanceType },
  {
    key: 'health',
    title: 'Health number',
    render: (row) => (row.healthNumber ? formatHealthNumber(row.healthNumber) : ''),
  },
  {
    key: 'service',
    title: 'Service date',
    render: (row) => (row.serviceDate ? formatDate(row.serviceDate) : ''),
  },
  {
    key: 'fee',
    title: 'Fee code',
    render: (row) => `${row.feeCode ?? ''} ${agesOf(row.feeCode ?? '')}`.trim(),
  },
  {
    key: 'billed',
    title: 'Billed',
    align: 'right',
    render: (row) => (row.amountBill === null ? '' : formatMoney(row.amountBill)),
  },
  {
    key: 'paid',
    title: 'Paid',
    align: 'right',
    render: (row) => <strong>{row.amountPaid === null ? '' : formatMoney(row.amountPaid)}</strong>,
  },
  {
    key: 'payment',
    title: 'Payment date',
    render: (row) => (row.paymentDate ? formatDate(row.paymentDate) : ''),
  },
];

function OneRecord() {
  const [skip, setSkip] = useState(0);
  const list = useQuery({ ...remittanceList(1, skip), placeholderData: keepPreviousData });
  const total = list.data?.total ?? 0;
  const row = list.data?.remittances[0];
  return (
    <Card
      flush
      title={row ? `Record ${row.seqNumber}` : 'Record'}
      action={
        <Group gap="sm">
          {total > 0 && <span role="status">{`${skip + 1} of ${total}`}</span>}
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
            disabled={skip === 0}
            onClick={() => setSkip(skip - 1)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden="true" />}
            disabled={skip + 1 >= total}
            onClick={() => setSkip(skip + 1)}
          >
            Next
          </Button>
        </Group>
      }
    >
      <DataTable
        label="Remittance"
        columns={columns}
        rows={list.data?.remittances ?? []}
        rowKey={(one) => one._id}
        query={list}
        empty={<EmptyState text="No remittance yet" />}
      />
      {row && row.codes.length > 0 && (
        <p className={css['codes']}>
          {row.codes.map((code) => (code.text ? `${code.code}: ${code.text}` : code.code)).join(' · ')}
        </p>
      )}
    </Card>
  );
}

function Problems() {
  const { billing } = useSettings();
  const list = useQuery({ ...problematicInvoices(3, null), enabled: billing });
  if (!billing || !list.data || list.data.total === 0) return null;
  return (
    <Card
      flush
      title="Problematic invoices"
      action={<AppLink href={paths.editInvoice()}>{`See all ${list.data.total}`}</AppLink>}
    >
      <InvoicesTable rows={list.data.items} />
    </Card>
  );
}

const balanceColumns: readonly Column<BalanceMonth>[] = [
  { key: 'month', title: 'Month', render: (row) => monthText(row.month) },
  { key: 'bills', title: 'Bills', align: 'right', render: (row) => row.bills },
  { key: 'billed', title: 'Billed', align: 'right', render: (row) => formatMoney(row.billed) },
  { key: 'paid', title: 'Paid', align: 'right', render: (row) => formatMoney(row.paid) },
  { key: 'refused', title: 'Refused', align: 'right', render: (row) => formatMoney(row.refused) },
  { key: 'outstanding', title: 'Outstanding', align: 'right', render: (row) => formatMoney(row.outstanding) },
];

function Balance() {
  const list = useQuery(balanceQuery());
  const rows = (list.data ?? []).toReversed();
  return (
    <Card
      flush
      title="Balance by month of service"
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          disabled={rows.length === 0}
          onClick={() => saveCsv(balanceRows(rows), 'balance.csv')}
        >
          Download CSV
        </Button>
      }
    >
      <DataTable
        label="Balance by month of service"
        columns={balanceColumns}
        rows={rows}
        rowKey={(row) => row.month}
        query={list}
        empty={<EmptyState text="Nothing billed yet" />}
      />
    </Card>
  );
}
