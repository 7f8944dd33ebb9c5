// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Prescription History: a patient's own requests, or the staff's list. A row
 * opens the request; the invoice opens in a dialog.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PrescriptionView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { EmptyState } from '../../ui/feedback/states';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { DataTable } from '../../ui/table/DataTable';
import { usePages } from '../../ui/table/usePages';
import { prescriptionHistory, type PageRequest } from './queries';
import { historyColumns, historyPhone, PAGE_SIZES } from './historyColumns';
import { InvoiceDialog } from './InvoiceDialog';
import { StaffPrescriptions } from './StaffPrescriptions';

export function PrescriptionsPage() {
  const me = useMe();
  return me.Role === 'ROLE_PATIENT' ? <OwnPrescriptions person={me.Person._id} /> : <StaffPrescriptions />;
}

function OwnPrescriptions({ person }: { readonly person: string }) {
  const [descending, setDescending] = useState(true);
  const { size, cursor, table } = usePages({ of: descending });
  const [invoice, setInvoice] = useState<PrescriptionView | null>(null);
  const wanted: PageRequest = {
    limit: size,
    cursor,
    sort: descending ? '-createdAt' : 'createdAt',
  };
  const list = useQuery({
    ...prescriptionHistory(person, wanted),
    placeholderData: keepPreviousData,
  });

  const columns = useMemo(() => historyColumns(true, setInvoice), []);
  const phone = useMemo(() => historyPhone(true, setInvoice), []);

  return (
    <Page title="Prescription History">
      <DataTable<PrescriptionView>
        label="Prescription History"
        columns={columns}
        phone={phone}
        rows={list.data?.items ?? []}
        rowKey={(row) => row._id}
        rowHref={(row) => paths.prescription(row._id)}
        sort={{ key: 'createdAt', descending }}
        onSort={(sort) => setDescending(sort.descending)}
        query={list}
        empty={<EmptyState text="No prescription records" />}
        total={list.data?.total ?? 0}
        atLeast={list.data?.atLeast ?? false}
        {...table(list, PAGE_SIZES)}
      />
      {invoice ? <InvoiceDialog prescriptionId={invoice._id} onClose={() => setInvoice(null)} /> : null}
    </Page>
  );
}
