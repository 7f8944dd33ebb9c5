// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Lines of remittance that a person must look at: assigned to a bill, or said to be none of ours, one or many. A
 * line that counts for its bill already is said to have been reviewed.
 */
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Remittance } from '../../api/generated/schema';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { EmptyState, Loading } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDate, formatMoney } from '../../ui/format';
import { isBlank } from '../../ui/forms/blank';
import { Card } from '../../ui/page/Card';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { Amounts } from './Amounts';
import css from './billing.module.css';
import { noneOfOurs, settleException } from './commands';
import { KIND_CHOICES, kindText } from './kinds';
import { exceptionList } from './queries';
import { codesText } from './Records';
import { useAction } from './useAction';
import { formatCount } from '../../ui/table/count';

const PAGE = 50;
const TYPING_PAUSE_MS = 300;
const PAYEES = [
  { value: '', label: 'All payees' },
  { value: 'true', label: 'Our payee' },
  { value: 'false', label: 'Other payees' },
];

export function Exceptions() {
  const [page, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('');
  const [ours, setOurs] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  const [q] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const filter = { q, kind, ours: ours === '' ? undefined : ours === 'true' };
  const list = useQuery({
    ...exceptionList({ limit: PAGE, skip: page * PAGE, ...filter }),
    placeholderData: keepPreviousData,
  });
  const { busy, act } = useAction();
  const isFiltered = q !== '' || kind !== '' || ours !== '';
  if (list.isPending) return <Loading rows={0} />;
  if (!list.data || (list.data.total === 0 && !isFiltered && page === 0)) return null;
  const rows = list.data.remittances;
  // What is no longer on the page is not chosen either: nobody settles what they do not see.
  const picked = rows.filter((row) => chosen.has(row._id));
  const free = rows.filter((row) => row.billId === null);
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const restart = () => {
    setPage(0);
    setChosen(new Set());
  };
  const chooser = (row: Remittance) => (
    <Checkbox
      aria-label={`Choose ${row.remittanceType} ${row.seqNumber}`}
      checked={chosen.has(row._id)}
      disabled={row.billId !== null}
      title={row.billId === null ? undefined : 'It counts for its bill already: review it separately'}
      onChange={(event) => choose([row._id], event.currentTarget.checked)}
    />
  );
  const columns: readonly Column<Remittance>[] = [
    {
      key: 'chosen',
      title: 'Choose',
      kind: 'state',
      render: chooser,
    },
    {
      key: 'line',
      title: 'Line',
      kind: 'state',
      render: (row) => (
        <span>
          <strong className={css['figure']}>{`${row.remittanceType} ${row.seqNumber}`}</strong>
          <span className={css['told']}>{row.isClaim ? kindText(row.remittanceType) : ''}</span>
        </span>
      ),
    },
    {
      key: 'payment',
      title: 'Payment date',
      kind: 'time',
      wide: true,
      render: (row) => (row.paymentDate ? formatDate(row.paymentDate) : ''),
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
      render: (row) => (row.amountPaid === null ? '' : formatMoney(row.amountPaid)),
    },
    {
      key: 'why',
      title: 'Why',
      kind: 'text',
      render: whyOf,
    },
    { key: 'folio', title: 'Folio', kind: 'action', render: (row) => <Settle line={row} /> },
  ];
  return (
    <Card flush title={`Lines that need review (${formatCount(list.data.total, list.data.atLeast)})`}>
      <div className={css['finding']}>
        <TextInput
          label="Find lines"
          description="A whole sequence number, folio, fee code or explanatory code"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            restart();
          }}
        />
        <NativeSelect
          label="Type"
          value={kind}
          data={KIND_CHOICES}
          onChange={(event) => {
            setKind(event.currentTarget.value);
            restart();
          }}
        />
        <NativeSelect
          label="Payee"
          value={ours}
          data={PAYEES}
          onChange={(event) => {
            setOurs(event.currentTarget.value);
            restart();
          }}
        />
      </div>
      {free.length > 0 && (
        <Group gap="sm" className={css['choosing'] ?? ''}>
          <Checkbox
            label={`Choose all ${free.length} on this page`}
            checked={picked.length === free.length}
            indeterminate={picked.length > 0 && picked.length < free.length}
            onChange={(event) =>
              choose(
                free.map((row) => row._id),
                event.currentTarget.checked,
              )
            }
          />
          <Button variant="default" disabled={picked.length === 0 || busy} onClick={() => setAsked(true)}>
            {picked.length === 0 ? 'Not for this clinic' : `${picked.length} not for this clinic`}
          </Button>
        </Group>
      )}
      <DataTable
        label="Lines that need review"
        columns={columns}
        phone={phoneRow(chooser)}
        rows={rows}
        rowKey={(row) => row._id}
        query={list}
        empty={<EmptyState text="No line has this" />}
        total={list.data.total}
        atLeast={list.data.atLeast}
        page={page}
        pageSize={PAGE}
        pageSizes={[PAGE]}
        onPage={(next) => {
          setPage(next);
          setChosen(new Set());
        }}
      />
      <ConfirmDialog
        opened={asked}
        title={
          picked.length === 1
            ? '1 line is not for this clinic'
            : `${picked.length} lines are not for this clinic`
        }
        question="They are kept without a bill and removed from this list."
        safeLabel="Keep reviewing"
        dangerLabel="Not for this clinic"
        danger={false}
        onConfirm={() => {
          setAsked(false);
          const ids = picked.map((row) => row._id);
          void act(ids, async (key) => {
            const { settled, already } = await noneOfOurs(ids, key);
            restart();
            const before = already === 0 ? '' : `, ${already} already settled by someone else`;
            toast.success(
              `${settled === 1 ? '1 line' : `${settled} lines`} marked as not for this clinic${before}`,
            );
          });
        }}
        onClose={() => setAsked(false)}
      />
    </Card>
  );
}

function phoneRow(chooser: (row: Remittance) => ReactNode): PhoneRow<Remittance> {
  return {
    line1: (row) => (
      <Group gap="xs" wrap="nowrap">
        {chooser(row)}
        {`${row.remittanceType} ${row.seqNumber}`}
      </Group>
    ),
    line2: whyOf,
    flags: (row) => <Settle line={row} />,
    action: (row) => <Amounts billed={row.amountBill} paid={row.amountPaid} />,
  };
}

function whyOf(row: Remittance) {
  return (
    <span className={css['words']}>
      {row.exception}
      {row.codes.length > 0 && <span className={css['told']}>{codesText(row)}</span>}
    </span>
  );
}

/** What one line offers: to be assigned to a bill, or when it counts for one, to have been reviewed. */
function Settle({ line }: { readonly line: Remittance }) {
  if (!line.isClaim) return '';
  return line.billId === null ? <Assign line={line} /> : <Reviewed line={line} />;
}

function Reviewed({ line }: { readonly line: Remittance }) {
  const { busy, act } = useAction();
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={css['figure']}>{line.folio}</span>
      <Button
        variant="default"
        aria-label={`Reviewed ${line.remittanceType} ${line.seqNumber}`}
        disabled={busy}
        onClick={() =>
          void act([line._id], async (key) => {
            await settleException(line._id, '', key);
          })
        }
      >
        Reviewed
      </Button>
    </Group>
  );
}

/** Assigns a line to the bill of a folio. */
function Assign({ line }: { readonly line: Remittance }) {
  const [folio, setFolio] = useState('');
  const { busy, act } = useAction();
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        aria-label={`Folio of the bill for ${line.seqNumber}`}
        inputMode="numeric"
        w={96}
        value={folio}
        onChange={(event) => setFolio(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={isBlank(folio) || busy}
        onClick={() =>
          void act([line._id, folio.trim()], async (key) => {
            await settleException(line._id, folio.trim(), key);
          })
        }
      >
        Assign
      </Button>
    </Group>
  );
}
