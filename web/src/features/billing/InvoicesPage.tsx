// SPDX-License-Identifier: AGPL-3.0-or-later

/** Edit Invoice: what the plan refused, to be looked at, mended and sent again. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { usePages } from '../../ui/table/usePages';
import { InvoicesTable } from './InvoicesTable';
import { problematicInvoices } from './queries';

export function InvoicesPage() {
  const { size, cursor, table } = usePages({ rows: 20 });
  const list = useQuery({ ...problematicInvoices(size, cursor), placeholderData: keepPreviousData });
  return (
    <Page title="Edit Invoice" wide lead="Bills MSP refused or reversed.">
      <Card title="Problematic invoices" flush>
        <InvoicesTable
          rows={list.data?.items ?? []}
          query={list}
          total={list.data?.total ?? 0}
          atLeast={list.data?.atLeast ?? false}
          {...table(list)}
        />
      </Card>
    </Page>
  );
}
