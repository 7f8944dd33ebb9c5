// SPDX-License-Identifier: AGPL-3.0-or-later

/** Edit Invoice: what the plan refused, to be looked at, mended and sent again. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { InvoicesTable } from './InvoicesTable';
import { problematicInvoices } from './queries';

const SIZE = 20;

export function InvoicesPage() {
  const [page, setPage] = useState(0);
  const list = useQuery({ ...problematicInvoices(SIZE, page * SIZE), placeholderData: keepPreviousData });
  return (
    <Page title="Edit Invoice" lead="Bills MSP refused or reversed.">
      <Card title="Problematic invoices" flush>
        <InvoicesTable
          rows={list.data?.items ?? []}
          state={list.isPending ? 'loading' : list.isError ? 'error' : 'ready'}
          onRetry={() => void list.refetch()}
          total={list.data?.total ?? 0}
          page={page}
          pageSize={SIZE}
          onPage={setPage}
        />
      </Card>
    </Page>
  );
}
