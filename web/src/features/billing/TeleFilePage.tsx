// SPDX-License-Identifier: AGPL-3.0-or-later

/** Teleplan File: the files of claims with status and time, and Send for what waits. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ClaimNumber, ClaimNumbers } from '../../api/generated/schema';
import { EmptyState, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime, formatMoney } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { About, FormColumns } from '../../ui/page/FormColumns';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { usePages } from '../../ui/table/usePages';
import css from './billing.module.css';
import { sendUnsent } from './commands';
import { claimNumbers } from './queries';
import { useAction } from './useAction';

export function TeleFilePage() {
  const { size, cursor, table } = usePages();
  const list = useQuery({ ...claimNumbers(size, cursor), placeholderData: keepPreviousData });
  const { busy, act } = useAction();
  const send = () =>
    void act(list.data?.unsent ?? null, async (key) => {
      await sendUnsent(key);
      toast.info('The claims are on their way to Teleplan.');
    });
  const open = list.data?.items.some((one) => !isOver(one)) ?? false;
  return (
    <Page title="Teleplan File" wide lead="Claims files sent to MSP, newest first.">
      <FormColumns
        beside={
          <About title="What Send does">
            <p>Every bill that waits goes to MSP in one claims file.</p>
            <p>
              The answers come within days: pull them under{' '}
              <AppLink href={paths.manageTele()}>Manage Teleplan</AppLink>. What MSP refused is under{' '}
              <AppLink href={paths.editInvoice()}>Edit Invoice</AppLink>.
            </p>
          </About>
        }
      >
        <Unsent unsent={list.data?.unsent} busy={busy || open} onSend={send} />
      </FormColumns>
      <Card title="Claim numbers" flush>
        <DataTable
          label="Claim numbers"
          columns={columns(busy, send)}
          phone={phoneRow(busy, send)}
          rows={list.data?.items ?? []}
          rowKey={(row) => row._id}
          query={list}
          empty={<EmptyState text="No claims sent yet" hint="Send waiting bills from here." />}
          total={list.data?.total ?? 0}
          atLeast={list.data?.atLeast ?? false}
          {...table(list)}
        />
      </Card>
    </Page>
  );
}

function isOver(file: ClaimNumber): boolean {
  return file.status === 'accepted' || file.status === 'refused';
}

function columns(busy: boolean, send: () => void): readonly Column<ClaimNumber>[] {
  return [
    { key: 'number', title: 'Number', kind: 'reference', render: (row) => row.number },
    {
      key: 'status',
      title: 'Status',
      kind: 'state',
      render: (row) => (
        <>
          {row.statusText}
          {row.status === 'unknown' && <SendAgain busy={busy} onSend={send} />}
          {row.told !== null && <span className={css['told']}>{row.told}</span>}
        </>
      ),
    },
    {
      key: 'time',
      title: 'Time',
      kind: 'time',
      render: (row) => formatDateTime(row.sentAt ?? row.createdAt),
    },
    { key: 'bills', title: 'Bills', kind: 'number', render: (row) => row.bills },
    {
      key: 'sequence',
      title: 'Sequence',
      kind: 'reference',
      wide: true,
      render: (row) => (row.firstSequence ? `${row.firstSequence} to ${row.lastSequence ?? ''}` : ''),
    },
    { key: 'amount', title: 'Amount', kind: 'number', render: (row) => formatMoney(row.amount) },
  ];
}

function phoneRow(busy: boolean, send: () => void): PhoneRow<ClaimNumber> {
  return {
    line1: (row) => row.number,
    line2: (row) => formatDateTime(row.sentAt ?? row.createdAt),
    flags: (row) => row.told,
    action: (row) => (
      <span className={css['figure']}>
        {row.statusText}
        {row.status === 'unknown' && <SendAgain busy={busy} onSend={send} />}
        <span className={css['told']}>
          {`${row.bills === 1 ? '1 bill' : `${row.bills} bills`}, ${formatMoney(row.amount)}`}
        </span>
      </span>
    ),
  };
}

function SendAgain({ busy, onSend }: { readonly busy: boolean; readonly onSend: () => void }) {
  return (
    <Button ml="sm" size="compact-sm" variant="default" disabled={busy} onClick={onSend}>
      Send
    </Button>
  );
}

interface UnsentProps {
  readonly unsent: ClaimNumbers['unsent'] | undefined;
  readonly busy: boolean;
  readonly onSend: () => void;
}

function Unsent({ unsent, busy, onSend }: UnsentProps) {
  if (!unsent || unsent.bills === 0) {
    return (
      <Card title="Not sent yet">
        {/* Its line is held while it is on the way. */}
        <p>{unsent ? 'No bill is waiting. A visit is billed on the patient’s page.' : '\u00a0'}</p>
      </Card>
    );
  }
  const bills = unsent.bills === 1 ? '1 bill is waiting' : `${unsent.bills} bills are waiting`;
  return (
    <Card
      title="Not sent yet"
      action={
        <Button leftSection={<IconSend size={16} aria-hidden="true" />} loading={busy} onClick={onSend}>
          Send
        </Button>
      }
    >
      <p>{`${bills} to be sent, ${formatMoney(unsent.amount)} in all.`}</p>
      {unsent.waiting.length > 0 && (
        <Notice kind="warning" title="Not included in the last file">
          <ul className={css['medications']}>
            {unsent.waiting.map((bill) => (
              <li key={bill._id}>{`${bill.prescription.label}: ${bill.waitsFor ?? ''}`}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Card>
  );
}
