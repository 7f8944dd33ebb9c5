// SPDX-License-Identifier: AGPL-3.0-or-later

// What people suggested, for administrators: the words, the picture of the page, who and when.
import { Button } from '@mantine/core';
import { IconBulb, IconPhoto } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileRef, ProblemView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { EmptyState } from '../../ui/feedback/states';
import { ImageViewer } from '../../ui/files/ImageViewer';
import { useBlobAddress } from '../../ui/files/useBlobAddress';
import { formatDateTime } from '../../ui/format';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { usePages } from '../../ui/table/usePages';
import { acknowledgeProblem } from './commands';
import classes from './problems.module.css';
import { problemList, screenshot } from './queries';

/** Page sizes of the suggestions (specification 001 section 9). */
const PAGE_SIZES = [5, 10, 15, 20];

export function ProblemsPage() {
  const { size, cursor, table } = usePages();
  const list = useQuery({ ...problemList(size, cursor), placeholderData: keepPreviousData });
  return (
    <Page title="Suggestions" wide lead="What people of the clinic and patients sent us, newest first.">
      <DataTable<ProblemView>
        label="Suggestions"
        columns={COLUMNS}
        phone={PHONE}
        rows={list.data?.items ?? []}
        rowKey={(row) => row._id}
        rowTone={(row) => (row.isRead ? undefined : 'unread')}
        query={list}
        empty={
          <EmptyState
            icon={IconBulb}
            text="No suggestions yet"
            hint="Suggestions appear here as soon as someone sends one."
          />
        }
        total={list.data?.total ?? 0}
        atLeast={list.data?.atLeast ?? false}
        {...table(list, PAGE_SIZES)}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<ProblemView>[] = [
  {
    key: 'problem',
    title: 'Problem',
    kind: 'text',
    render: wordsOf,
  },
  {
    key: 'screenshot',
    title: 'Screenshot',
    kind: 'action',
    render: (row) => (row.file ? <Screenshot file={row.file} /> : 'None'),
  },
  {
    key: 'by',
    title: 'Report By',
    kind: 'person',
    render: writerOf,
  },
  {
    key: 'created',
    title: 'Created',
    kind: 'time',
    wide: true,
    render: (row) => formatDateTime(row.createdAt),
  },
  {
    key: 'acknowledge',
    title: 'Acknowledge',
    kind: 'action',
    render: (row) => (row.isRead ? 'Acknowledged' : <Acknowledge id={row._id} />),
  },
];

const PHONE: PhoneRow<ProblemView> = {
  line1: writerOf,
  line2: wordsOf,
  flags: (row) => (
    <>
      <span>{formatDateTime(row.createdAt)}</span>
      {row.file && <Screenshot file={row.file} />}
    </>
  ),
  action: (row) => (row.isRead ? 'Acknowledged' : <Acknowledge id={row._id} />),
};

function wordsOf(row: ProblemView) {
  return (
    <span className={classes['words']} dir="auto">
      {row.message}
    </span>
  );
}

function writerOf({ person }: ProblemView): string {
  return `${person.FirstName} ${person.LastName}`;
}

/** The picture is read only when somebody wants to see it. */
function Screenshot({ file }: { readonly file: FileRef }) {
  const [open, setOpen] = useState(false);
  const stored = useQuery({ ...screenshot(file._id), enabled: open });
  const address = useBlobAddress(stored.data);
  return (
    <>
      <Button
        variant="default"
        loading={open && stored.isFetching}
        leftSection={<IconPhoto size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Screenshot
      </Button>
      {open && stored.isError && <span role="alert">This picture cannot be shown now.</span>}
      {open && address !== null && (
        <ImageViewer opened onClose={() => setOpen(false)} src={address} name="Screenshot" />
      )}
    </>
  );
}

function Acknowledge({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const press = () =>
    run(
      async (key) => {
        await acknowledgeProblem(id, key);
        await refresh(client, 'problem');
      },
      async (failure) => {
        toastFailure(failure, { _id: id });
        await refresh(client, 'problem');
      },
    );
  return (
    <Button variant="default" loading={busy} onClick={() => void press()}>
      Acknowledge
    </Button>
  );
}
