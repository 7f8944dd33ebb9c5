/**
 * Prescription History: a patient's own requests, or for staff those that were
 * faxed or refunded. A row opens the request; the invoice opens in a dialog.
 */
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useMe } from '../../api/session';
import type { PrescriptionView } from '../../api/types';
import { EmptyState } from '../../ui/feedback/states';
import { dateTime } from '../../ui/format';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { finishedPrescriptions, prescriptionHistory } from './calls';
import css from './history.module.css';
import { InvoiceDialog } from './InvoiceDialog';
import { RequestStatus } from './RequestStatus';
import { hasInvoice } from './story';

/** Patient side section 9. */
const PAGE_SIZES = [10, 15, 20, 25, 30];

export function PrescriptionsPage() {
  const me = useMe();
  const isPatient = me.Role === 'ROLE_PATIENT';
  const [size, setSize] = useState(10);
  const [descending, setDescending] = useState(true);
  /** The cursor of every page seen so far; a page's place is its number. */
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const [page, setPage] = useState(0);
  const [invoice, setInvoice] = useState<PrescriptionView | null>(null);
  const wanted = {
    limit: size,
    cursor: cursors[page] ?? null,
    sort: descending ? '-createdAt' : 'createdAt',
  };
  const own = useQuery({
    ...prescriptionHistory(me.Person._id, wanted),
    enabled: isPatient,
    placeholderData: keepPreviousData,
  });
  const all = useQuery({
    ...finishedPrescriptions(wanted),
    enabled: !isPatient,
    placeholderData: keepPreviousData,
  });
  const list = isPatient ? own : all;

  const columns = useMemo(() => columnsOf(isPatient, setInvoice), [isPatient]);

  function restart() {
    setCursors([null]);
    setPage(0);
  }

  return (
    <Page title="Prescription History">
      <DataTable<PrescriptionView>
        label="Prescription History"
        columns={columns}
        rows={list.data?.items ?? []}
        rowKey={(row) => row._id}
        rowHref={(row) => paths.prescription(row._id)}
        sort={{ key: 'createdAt', descending }}
        onSort={(sort) => {
          setDescending(sort.descending);
          restart();
        }}
        state={list.isPending ? 'loading' : list.isError ? 'error' : 'ready'}
        loadingText="Loading..."
        errorText="Server side Error!"
        onRetry={() => void list.refetch()}
        empty={<EmptyState text="No prescription records" />}
        total={list.data?.total ?? 0}
        page={page}
        pageSize={size}
        pageSizes={PAGE_SIZES}
        onPage={(next) => {
          const cursor = list.data?.nextCursor ?? null;
          if (next > page && cursor !== null) setCursors([...cursors.slice(0, next), cursor]);
          setPage(next);
        }}
        onPageSize={(next) => {
          setSize(next);
          restart();
        }}
      />
      {invoice ? <InvoiceDialog prescriptionId={invoice._id} onClose={() => setInvoice(null)} /> : null}
    </Page>
  );
}

function columnsOf(
  isPatient: boolean,
  onInvoice: (prescription: PrescriptionView) => void,
): Column<PrescriptionView>[] {
  return [
    {
      key: 'name',
      title: 'Patient Name (Prescription Id)',
      render: (row) => `${row.person.FirstName} ${row.person.LastName} (${row.label})`,
    },
    {
      key: 'createdAt',
      title: 'Created',
      sortable: isPatient,
      render: (row) => dateTime(row.createdAt),
    },
    {
      key: 'status',
      title: 'Status',
      render: (row) => <RequestStatus prescription={row} forStaff={!isPatient} />,
    },
    {
      key: 'invoice',
      title: 'Invoice',
      align: 'right',
      render: (row) => <InvoiceCell prescription={row} onOpen={() => onInvoice(row)} />,
    },
  ];
}

function InvoiceCell(props: { prescription: PrescriptionView; onOpen: () => void }) {
  const { prescription, onOpen } = props;
  if (prescription.status === 'CANCELED' && !hasInvoice(prescription))
    return <span className={css.none}>Nothing was charged</span>;
  if (!hasInvoice(prescription)) return <span className={css.none}>After the review</span>;
  return (
    <Button
      variant="default"
      className={css.invoice}
      leftSection={<IconReceipt size={18} aria-hidden />}
      aria-label={`Invoice ${prescription.label}`}
      onClick={onOpen}
    >
      Invoice
    </Button>
  );
}
