// SPDX-License-Identifier: AGPL-3.0-or-later

/** Lines of remittance about our claims: found by what stands in them, one or several a page. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Remittance } from '../../api/generated/schema';
import { EmptyState } from '../../ui/feedback/states';
import { formatDate, formatHealthNumber, formatMoney } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import css from './billing.module.css';
import { Amounts } from './Amounts';
import { KIND_CHOICES, kindText } from './kinds';
import { remittanceList } from './queries';
import { agesOf } from './services';
import { formatCount } from '../../ui/table/count';

/** How long typing has to pause before it is searched for. */
const TYPING_PAUSE_MS = 300;

export function codesText(row: Remittance): string {
  return row.codes.map((code) => (code.text ? `${code.code}: ${code.text}` : code.code)).join(' · ');
}

const columns: readonly Column<Remittance>[] = [
  {
    key: 'sequence',
    title: 'Sequence',
    kind: 'reference',
    render: (row) => <strong>{row.seqNumber}</strong>,
  },
  {
    key: 'type',
    title: 'Type',
    kind: 'reference',
    wide: true,
    render: (row) => <abbr title={kindText(row.remittanceType)}>{row.remittanceType}</abbr>,
  },
  {
    key: 'health',
    title: 'Health number',
    kind: 'reference',
    render: (row) => (row.healthNumber ? formatHealthNumber(row.healthNumber) : ''),
  },
  {
    key: 'service',
    title: 'Service date',
    kind: 'time',
    render: (row) => (row.serviceDate ? formatDate(row.serviceDate) : ''),
  },
  {
    key: 'fee',
    title: 'Fee code',
    kind: 'text',
    render: (row) => `${row.feeCode ?? ''} ${agesOf(row.feeCode ?? '')}`.trim(),
  },
  {
    key: 'billed',
    title: 'Billed',
    kind: 'number',
    render: (row) => (row.amountBill === null ? '' : formatMoney(row.amountBill)),
  },
  {
    key: 'paid',
    title: 'Paid',
    kind: 'number',
    render: (row) => <strong>{row.amountPaid === null ? '' : formatMoney(row.amountPaid)}</strong>,
  },
  {
    key: 'payment',
    title: 'Payment date',
    kind: 'time',
    wide: true,
    render: (row) => (row.paymentDate ? formatDate(row.paymentDate) : ''),
  },
];
const withCodes: readonly Column<Remittance>[] = [
  ...columns,
  { key: 'codes', title: 'Codes', kind: 'text', render: codesText },
];

const PHONE: PhoneRow<Remittance> = {
  line1: (row) => `${row.remittanceType} ${row.seqNumber}`,
  line2: (row) =>
    [
      row.healthNumber ? formatHealthNumber(row.healthNumber) : '',
      row.serviceDate ? formatDate(row.serviceDate) : '',
      `${row.feeCode ?? ''} ${agesOf(row.feeCode ?? '')}`.trim(),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  action: (row) => <Amounts billed={row.amountBill} paid={row.amountPaid} />,
};

export function Records() {
  const sizeId = useId();
  const [size, setSize] = useState(1);
  const [skip, setSkip] = useState(0);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('');
  const [q] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const list = useQuery({
    ...remittanceList({ limit: size, skip, q, kind }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total ?? 0;
  const isCut = list.data?.atLeast ?? false;
  const rows = list.data?.remittances ?? [];
  const row = size === 1 ? rows[0] : undefined;
  const last = isCut ? skip + rows.length : Math.min(skip + size, total);
  const isFiltered = q !== '' || kind !== '';
  return (
    <Card
      flush
      title={row ? `Record ${row.seqNumber}` : size === 1 ? 'Record' : 'Records'}
      action={
        <Group gap="sm">
          {total > 0 && (
            <span role="status">{`${size === 1 ? skip + 1 : `${skip + 1} to ${last}`} of ${formatCount(total, isCut)}`}</span>
          )}
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
            disabled={skip === 0}
            onClick={() => setSkip(Math.max(0, skip - size))}
          >
            Previous
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden="true" />}
            disabled={skip + size >= total && !(isCut && rows.length === size)}
            onClick={() => setSkip(skip + size)}
          >
            Next
          </Button>
        </Group>
      }
    >
      <div className={css['finding']}>
        <TextInput
          label="Find records"
          description="A whole sequence number, folio, health number, fee code or explanatory code"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setSkip(0);
          }}
        />
        <NativeSelect
          label="Type"
          value={kind}
          data={KIND_CHOICES}
          onChange={(event) => {
            setKind(event.currentTarget.value);
            setSkip(0);
          }}
        />
        <NativeSelect
          id={sizeId}
          label="Records a page"
          value={String(size)}
          data={['1', '10', '50']}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            setSize(next);
            // The record that was seen stays on the page.
            setSkip(Math.floor(skip / next) * next);
          }}
        />
      </div>
      <DataTable
        label="Remittance"
        columns={size === 1 ? columns : withCodes}
        phone={PHONE}
        rows={rows}
        rowKey={(one) => one._id}
        query={list}
        empty={<EmptyState text={isFiltered ? 'No record has this' : 'No remittance yet'} />}
      />
      {row && row.codes.length > 0 && <p className={css['codes']}>{codesText(row)}</p>}
    </Card>
  );
}
