// SPDX-License-Identifier: AGPL-3.0-or-later

// What was imported and built, by whom and when, with a way back to what was before; and Build Drugs.
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconDatabaseImport, IconHammer } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportsView, ImportView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure, toastUnread } from '../../ui/feedback/toastFailure';
import { EmptyState } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDate, formatDateTime, formatShortWhen } from '../../ui/format';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { Card } from '../../ui/page/Card';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { Words } from '../../ui/table/Words';
import { buildDrugs, undoImport } from './commands';
import classes from './manageData.module.css';
import { formatCount } from './progress';
import { ImportState } from './ImportState';
import { earlierImports } from './queries';

export function History({ imports }: { readonly imports: ImportsView }) {
  const [undoing, setUndoing] = useState<ImportView | null>(null);
  const [earlier, setEarlier] = useState<ImportsView | null>(null);
  const rows = [...imports.items, ...(earlier?.items ?? [])];
  const { nextCursor } = earlier ?? imports;
  const more = async (cursor: string) => {
    try {
      const next = await earlierImports(cursor);
      setEarlier({ ...next, items: [...(earlier?.items ?? []), ...next.items] });
    } catch (failure) {
      toastUnread(failure);
    }
  };
  return (
    <Card title="Recent imports" flush footer={<Build imports={imports} />}>
      <DataTable<ImportView>
        label="Recent imports"
        columns={columns(imports.active !== null, new Date(), setUndoing)}
        phone={phoneRow(imports.active !== null, new Date(), setUndoing)}
        rows={rows}
        rowKey={(row) => row._id}
        empty={<EmptyState icon={IconDatabaseImport} text="No imports yet" />}
      />
      {nextCursor !== null && (
        <div className={classes['more']}>
          <Button variant="subtle" onClick={() => void more(nextCursor)}>
            Show earlier imports
          </Button>
        </div>
      )}
      {undoing !== null && <Undo import={undoing} onClose={() => setUndoing(null)} />}
    </Card>
  );
}

function columns(busy: boolean, now: Date, onUndo: (one: ImportView) => void): readonly Column<ImportView>[] {
  return [
    {
      key: 'resource',
      title: 'Resource',
      kind: 'text',
      render: (row) => (
        <span className={classes['resource']}>
          <strong>{row.resource}</strong>
          <span>{row.files.map((file) => file.name).join(', ')}</span>
          <span>
            <Words>{row.by ?? 'from the terminal'}</Words>
          </span>
        </span>
      ),
    },
    { key: 'rows', title: 'Rows', kind: 'number', render: (row) => formatCount(row.rowsDone) },
    {
      key: 'result',
      title: 'Result',
      kind: 'state',
      render: (row) => <ImportState state={row.state} kind={row.kind} />,
    },
    {
      key: 'when',
      title: 'When',
      kind: 'time',
      render: (row) => (
        <span className={classes['resource']}>
          <time dateTime={row.endedAt ?? row.createdAt} title={formatDateTime(row.endedAt ?? row.createdAt)}>
            {formatShortWhen(row.endedAt ?? row.createdAt, now)}
          </time>
        </span>
      ),
    },
    {
      key: 'undo',
      title: 'Undo',
      kind: 'action',
      render: (row) => <UndoButton row={row} busy={busy} onUndo={onUndo} />,
    },
  ];
}

function phoneRow(busy: boolean, now: Date, onUndo: (one: ImportView) => void): PhoneRow<ImportView> {
  return {
    line1: (row) => row.resource,
    line2: (row) =>
      `${formatShortWhen(row.endedAt ?? row.createdAt, now)} · ${formatCount(row.rowsDone)} rows · ${row.by ?? 'from the terminal'}`,
    action: (row) => (
      <>
        <ImportState state={row.state} kind={row.kind} />
        {row.canUndo && !busy && <UndoButton row={row} busy={busy} onUndo={onUndo} />}
      </>
    ),
  };
}

interface UndoButtonProps {
  readonly row: ImportView;
  readonly busy: boolean;
  readonly onUndo: (one: ImportView) => void;
}

function UndoButton({ row, busy, onUndo }: UndoButtonProps) {
  if (!row.canUndo || busy)
    return (
      <span className={classes['hint']} aria-hidden="true">
        –
      </span>
    );
  return (
    <ActionIcon variant="subtle" aria-label={`Undo ${row.resource}`} title="Undo" onClick={() => onUndo(row)}>
      <IconArrowBackUp size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

function Undo({ import: one, onClose }: { readonly import: ImportView; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const undo = async () => {
    await run(
      async (key) => {
        await undoImport(one._id, key);
        toast.success(
          one.kind === 'build'
            ? 'Restoring the previous drug list.'
            : `${one.resource} restored to its previous state.`,
        );
      },
      (failure) => toastFailure(failure),
    );
    await refresh(client, 'import', 'data');
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Undo ${one.resource}`}
      question={
        <p>
          {one.kind === 'build'
            ? 'The drugs of the earlier build will replace the current ones. Manual edits are kept.'
            : `What was there before this import of ${formatDateTime(one.endedAt ?? one.createdAt)} will be restored.`}
        </p>
      }
      safeLabel="Keep it"
      dangerLabel="Undo"
      busy={busy}
      onConfirm={() => void undo()}
      onClose={onClose}
    />
  );
}

function Build({ imports }: { readonly imports: ImportsView }) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const reason =
    imports.active !== null
      ? 'Wait for the running import to finish first.'
      : imports.missing.length > 0
        ? `Import first: ${imports.missing.join(', ')}.`
        : null;
  const build = async () => {
    await run(buildDrugs, (failure) => toastFailure(failure));
    await refresh(client, 'import');
  };
  return (
    <div className={classes['build']}>
      <p>
        <strong>Build Drugs</strong>
        <span>
          Combines the seven files into the searchable drug list.{' '}
          {imports.builtAt === null ? 'Not built here yet.' : `Last built ${formatDate(imports.builtAt)}.`}
        </span>
      </p>
      <ReasonedButton
        variant="default"
        side="below"
        reason={reason}
        loading={busy}
        leftSection={<IconHammer size={18} aria-hidden="true" />}
        onClick={() => void build()}
      >
        Build Drugs
      </ReasonedButton>
    </div>
  );
}
