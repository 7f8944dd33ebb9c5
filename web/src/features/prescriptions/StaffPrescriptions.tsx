// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Prescription History for the staff: what was faxed or refunded, and every
 * prescription of the clinic with a search by number or name, by state, and by
 * its decision. Which list, and of which decisions, is in the address.
 */
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { PrescriptionStatus, PrescriptionView } from '../../api/generated/schema';
import { useOptions } from '../../api/queries';
import { EmptyState } from '../../ui/feedback/states';
import { useRowKeys } from '../../ui/keyboard/useRowKeys';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { DataTable } from '../../ui/table/DataTable';
import { usePages } from '../../ui/table/usePages';
import { clinicPrescriptions, finishedPrescriptions, type PageRequest } from './queries';
import { DecidedFilter } from './DecidedFilter';
import { addressOf, type Decided, decidedOf } from './decided';
import { historyColumns, historyPhone, PAGE_SIZES } from './historyColumns';
import css from './history.module.css';
import { InvoiceDialog } from './InvoiceDialog';

function hintText(isTooShort: boolean, { isLate, from, to }: Decided): string {
  if (isTooShort) return 'Type 3 or more characters to search.';
  if (!isLate || from !== undefined) return '';
  return to === undefined
    ? 'Decided late in the last 30 days, or open past the promise.'
    : 'Decided late in the 30 days up to then.';
}

type Tab = 'finished' | 'all';
const TYPING_PAUSE_MS = 250;
const SEARCH_MIN = 3;

export function StaffPrescriptions() {
  const go = useGo();
  const tab: Tab = useQueryParam('list') === 'all' ? 'all' : 'finished';
  const decided = decidedOf({
    late: useQueryParam('late'),
    from: useQueryParam('from'),
    to: useQueryParam('to'),
  });
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<PrescriptionStatus | null>(null);
  const [descending, setDescending] = useState(true);
  const [invoice, setInvoice] = useState<PrescriptionView | null>(null);
  const [typed] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const isNumber = /^(p-)?\d+$/i.test(typed);
  const q = isNumber || typed.length >= SEARCH_MIN ? typed : '';
  const isFiltered =
    tab === 'all' &&
    (q !== '' || status !== null || decided.isLate || (decided.from ?? decided.to) !== undefined);
  const { size, cursor, table } = usePages({
    of: tab === 'finished' ? tab : [descending, status, q, decided],
  });
  const place: PageRequest = {
    limit: size,
    cursor,
    sort: descending ? '-createdAt' : 'createdAt',
  };
  const finished = useQuery({
    ...finishedPrescriptions(place),
    enabled: tab === 'finished',
    placeholderData: keepPreviousData,
  });
  const all = useQuery({
    ...clinicPrescriptions({ ...place, status, q, decided }),
    enabled: tab === 'all',
    placeholderData: keepPreviousData,
  });
  const list = tab === 'all' ? all : finished;
  const columns = useMemo(() => historyColumns(false, setInvoice), [setInvoice]);
  const phone = useMemo(() => historyPhone(false, setInvoice), [setInvoice]);
  const statuses = useOptions().data?.prescriptionStatuses ?? [];
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box, 'tbody tr td:first-child a');

  return (
    <Page title="Prescription History" wide>
      <div className={css.tools}>
        <SegmentedControl
          aria-label="Which prescriptions"
          value={tab}
          onChange={(value) => go(value === 'all' ? addressOf(decided) : paths.prescriptions())}
          data={[
            { value: 'finished', label: 'Faxed or refunded' },
            { value: 'all', label: 'All prescriptions' },
          ]}
        />
        {tab === 'all' && (
          <>
            <TextInput
              type="search"
              className={css.search}
              label="Search prescriptions"
              classNames={{ label: 's-visually-hidden' }}
              placeholder="Prescription id or patient..."
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <NativeSelect
              label="Status"
              classNames={{ label: 's-visually-hidden' }}
              value={status ?? ''}
              data={[
                { value: '', label: 'All statuses' },
                ...statuses.map((one) => ({ value: one.code, label: one.label })),
              ]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setStatus(statuses.find((one) => one.code === value)?.code ?? null);
              }}
            />
          </>
        )}
      </div>
      {tab === 'all' && (
        <DecidedFilter decided={decided} onDecided={(wanted) => go(addressOf(wanted), { replace: true })} />
      )}
      <p className={css.hint} role="status">
        {tab === 'all' && hintText(typed !== '' && q === '', decided)}
      </p>
      <div ref={box}>
        <DataTable<PrescriptionView>
          label="Prescription History"
          columns={columns}
          phone={phone}
          rows={list.data?.items ?? []}
          rowKey={(row) => row._id}
          rowHref={(row) => paths.prescription(row._id)}
          sort={{ key: 'createdAt', descending }}
          {...(tab === 'all'
            ? {
                onSort: (sort) => setDescending(sort.descending),
              }
            : {})}
          query={list}
          empty={
            <EmptyState
              text="No prescription records"
              hint={isFiltered ? 'No prescription matches the search and the filters above.' : undefined}
            />
          }
          total={list.data?.total ?? 0}
          atLeast={list.data?.atLeast ?? false}
          {...table(list, PAGE_SIZES)}
        />
      </div>
      {invoice ? <InvoiceDialog prescriptionId={invoice._id} onClose={() => setInvoice(null)} /> : null}
    </Page>
  );
}
