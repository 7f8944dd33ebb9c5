// SPDX-License-Identifier: AGPL-3.0-or-later

// The rules on classes of drugs: which are struck through or left out of the patients' search, with the
// ingredients that a rule does not touch. Files in and out; what a rule would do is said before it counts.
import { Button } from '@mantine/core';
import { IconBan, IconDownload, IconEyeOff, IconFilter, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/failures';
import type { MedicationFilterView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { unansweredText, wordsOf } from '../../ui/feedback/failureText';
import { toastFailure, toastUnread } from '../../ui/feedback/toastFailure';
import { EmptyState, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { saveFile } from '../../ui/files/saveFile';
import { formatDateTime } from '../../ui/format';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { AddFilter } from './AddFilter';
import { deleteFilter, importFilters } from './commands';
import { DefaultSet } from './DefaultSet';
import classes from './filters.module.css';
import { filtersAs, medicationFilters } from './queries';

/** Page sizes of the filters (specification 001 section 9). */
const PAGE_SIZES = [5, 10, 15, 20];

const DOWNLOADS = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
] as const;

export function MedicationFilterPage() {
  const list = useQuery(medicationFilters());
  const [size, setSize] = useState(5);
  const [page, setPage] = useState(0);
  const [deleting, setDeleting] = useState<MedicationFilterView | null>(null);
  const all = list.data ?? [];
  const shown = Math.min(page, Math.max(0, Math.ceil(all.length / size) - 1));
  return (
    <Page
      title="Medication Filter"
      wide
      lead="Classes patients cannot refill. Crossed-out drugs show struck through; hidden drugs do not appear at all."
      actions={<Files />}
      aside={<AddFilter />}
    >
      <DefaultSet />
      <DataTable<MedicationFilterView>
        label="Medication filters"
        columns={columns(setDeleting)}
        phone={phoneRow(setDeleting)}
        rows={all.slice(shown * size, (shown + 1) * size)}
        rowKey={(row) => row._id}
        query={list}
        empty={
          <EmptyState
            icon={IconFilter}
            text="No filters yet"
            hint="Controlled substances are always crossed out."
          />
        }
        total={all.length}
        page={shown}
        pageSize={size}
        pageSizes={PAGE_SIZES}
        onPage={setPage}
        onPageSize={(next) => {
          setSize(next);
          setPage(0);
        }}
      />
      {deleting !== null && <Delete filter={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function Files() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { busy, run } = useCommand();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [unanswered, setUnanswered] = useState<string | null>(null);
  const save = async (format: 'csv' | 'json') => {
    try {
      saveFile(await filtersAs(format), `medication-filters.${format}`);
    } catch (failure) {
      toastUnread(failure);
    }
  };
  const read = async (file: File) => {
    setFaults([]);
    setUnanswered(null);
    const work = async (key: string) => {
      const { added, changed, unchanged } = await importFilters(file, key);
      toast.success(`${added} filters added, ${changed} changed, ${unchanged} unchanged.`);
      await refresh(client, 'data');
    };
    const failed = (failure: unknown) => {
      setUnanswered(unansweredText(failure));
      if (unansweredText(failure) !== null) return;
      const told = failure instanceof ApiError ? failure.errors.map((fault) => fault.message) : [];
      setFaults(told.length > 0 ? told : [wordsOf(failure)]);
    };
    await run(work, failed, [file.name, file.size, file.lastModified]);
  };
  return (
    <>
      {DOWNLOADS.map(({ format, label }) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          aria-label={`${label}, download`}
          onClick={() => void save(format)}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.json,text/csv,application/json"
        aria-label="File of filters"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
      {unanswered !== null && (
        <div className={classes['faults']}>
          <Notice kind="error" live title={unanswered} />
        </div>
      )}
      {faults.length > 0 && (
        <div className={classes['faults']}>
          <Notice kind="error" live title="Nothing was imported">
            <ul>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  );
}

function Delete({
  filter,
  onClose,
}: {
  readonly filter: MedicationFilterView;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const remove = async () => {
    await run(
      async (key) => {
        await deleteFilter(filter._id, key);
        toast.success(`The filter on ${filter.tc_ahfs_number} was deleted.`);
      },
      (failure) => toastFailure(failure),
    );
    await refresh(client, 'data');
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Delete the filter on ${filter.tc_ahfs_number}`}
      question={
        <p>Patients will be able to request drugs in this class again, unless another filter blocks them.</p>
      }
      safeLabel="Keep it"
      dangerLabel="Delete"
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

function columns(onDelete: (filter: MedicationFilterView) => void): readonly Column<MedicationFilterView>[] {
  return [
    {
      key: 'number',
      title: 'tc_ahfs_number',
      kind: 'text',
      render: (row) => (
        <span className={classes['class']}>
          <strong className="s-nowrap">{row.tc_ahfs_number}</strong>
          {row.className !== null && <span>{row.className}</span>}
          {alsoText(row) !== '' && <span>Also {alsoText(row)}</span>}
        </span>
      ),
    },
    { key: 'status', title: 'Status', kind: 'state', render: (row) => <Status status={row.status} /> },
    {
      key: 'ingredients',
      title: 'Active Ingredients',
      kind: 'drug',
      render: exceptionsText,
    },
    {
      key: 'created',
      title: 'Created',
      kind: 'time',
      wide: true,
      render: (row) => formatDateTime(row.createdAt),
    },
    {
      key: 'delete',
      title: 'Delete',
      kind: 'action',
      render: (row) => <DeleteButton row={row} onDelete={onDelete} />,
    },
  ];
}

function phoneRow(onDelete: (filter: MedicationFilterView) => void): PhoneRow<MedicationFilterView> {
  return {
    line1: (row) => row.tc_ahfs_number,
    line2: (row) => [row.className, alsoText(row)].filter((part) => part !== null && part !== '').join('. '),
    flags: (row) => (
      <>
        <Status status={row.status} />
        {row.activeIngredients.length > 0 && <span>{`Not ${exceptionsText(row)}`}</span>}
      </>
    ),
    action: (row) => <DeleteButton row={row} onDelete={onDelete} />,
  };
}

function exceptionsText({ activeIngredients }: MedicationFilterView): string {
  return activeIngredients.length === 0 ? 'No exceptions' : activeIngredients.join(', ');
}

interface DeleteButtonProps {
  readonly row: MedicationFilterView;
  readonly onDelete: (filter: MedicationFilterView) => void;
}

function DeleteButton({ row, onDelete }: DeleteButtonProps) {
  return (
    <Button
      variant="subtle"
      color="arbutus"
      className="s-danger-quiet"
      aria-label={`Delete ${row.tc_ahfs_number}`}
      onClick={() => onDelete(row)}
    >
      <IconTrash size={18} aria-hidden="true" />
    </Button>
  );
}

/** What a filter matches besides its number, since the register carries no AHFS numbers any more. */
function alsoText(row: MedicationFilterView): string {
  const parts = [
    row.atcNumbers.length > 0 ? `ATC ${row.atcNumbers.join(', ')}` : '',
    row.schedules.join(', '),
    row.matchedIngredients.join(', '),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : parts.join('; ');
}

function Status({ status }: { readonly status: MedicationFilterView['status'] }) {
  const crossed = status === 'CROSS_OUT';
  const Icon = crossed ? IconBan : IconEyeOff;
  return (
    <span className={classes['class']}>
      <span className={classes['status']} data-crossed={crossed || undefined}>
        <Icon size={14} aria-hidden="true" /> <span>{status}</span>
      </span>
      <span>{crossed ? 'Shown struck through' : 'Left out of the search'}</span>
    </span>
  );
}
