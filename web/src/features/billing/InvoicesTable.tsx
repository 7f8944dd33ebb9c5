// SPDX-License-Identifier: AGPL-3.0-or-later

/** Bills that came back, as a table with View; always labelled Rejected. */
import type { ProblematicInvoice } from '../../api/generated/schema';
import { EmptyState } from '../../ui/feedback/states';
import { formatDate, formatMoney } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { StatusBadge } from '../../ui/status/StatusBadge';
import { type Column, DataTable, type PhoneRow, type RowsQuery } from '../../ui/table/DataTable';
import { Words } from '../../ui/table/Words';
import css from './billing.module.css';

const patientOf = ({ bill: { person } }: ProblematicInvoice) => `${person.FirstName} ${person.LastName}`;

const columns: readonly Column<ProblematicInvoice>[] = [
  {
    key: 'status',
    title: 'Status',
    kind: 'state',
    render: (row) => <StatusBadge code="REJECTED" text={row.status} />,
  },
  { key: 'date', title: 'Date', kind: 'time', render: (row) => formatDate(row.date) },
  {
    key: 'description',
    title: 'Description',
    kind: 'text',
    render: (row) => (
      <>
        <AppLink href={paths.patient(row.bill.person._id)}>
          <Words>{patientOf(row)}</Words>
        </AppLink>
        <span className={css['told']}>{row.description}</span>
      </>
    ),
  },
  { key: 'charges', title: 'Charges', kind: 'number', render: (row) => formatMoney(row.charges) },
  { key: 'credit', title: 'Credit', wide: true, kind: 'number', render: (row) => formatMoney(row.credit) },
  { key: 'tax', title: 'Tax', wide: true, kind: 'number', render: (row) => formatMoney(row.tax) },
  {
    key: 'total',
    title: 'Total',
    kind: 'number',
    render: (row) => <strong>{formatMoney(row.total)}</strong>,
  },
  {
    key: 'view',
    title: 'View',
    kind: 'action',
    render: (row) => (
      <AppLink href={paths.invoice(row._id)}>
        View<span className="s-visually-hidden"> {row.description}</span>
      </AppLink>
    ),
  },
];

const PHONE: PhoneRow<ProblematicInvoice> = {
  line1: (row) => (
    <AppLink href={paths.invoice(row._id)}>
      <span className="s-visually-hidden">View </span>
      <Words>{patientOf(row)}</Words>
    </AppLink>
  ),
  line2: (row) => `${formatDate(row.date)} · ${row.description}`,
  action: (row) => (
    <span className={css['figure']}>
      <strong>{formatMoney(row.total)}</strong>
      <span className={css['told']}>{row.status}</span>
    </span>
  ),
};

interface Props {
  readonly rows: readonly ProblematicInvoice[];
  /** What the rows come from; without it they are here. */
  readonly query?: RowsQuery;
  readonly total?: number;
  /** Whether there are more than `total`, which is as far as they are counted. */
  readonly atLeast?: boolean;
  readonly page?: number;
  readonly pageSize?: number;
  readonly onPage?: (page: number) => void;
}

export function InvoicesTable(props: Props) {
  return (
    <DataTable
      label="Problematic invoices"
      columns={columns}
      phone={PHONE}
      rowKey={(row) => row._id}
      empty={<EmptyState text="No problematic invoices" hint="Bills MSP refuses appear here." />}
      {...props}
    />
  );
}
