// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Laboratory reports that no patient was found for, oldest first: what the
 * report says of its patient, why it is here, its results, and two ways on:
 * filing it to a patient, or setting it aside with a reason. Nothing leaves the
 * list otherwise.
 */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { LabExceptionView } from '../../api/generated/schema';
import { isUnanswered } from '../../ui/feedback/loadFailure';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate, formatDateTime, formatHealthNumber } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import css from './labs.module.css';
import { labExceptions } from './queries';
import { Results } from './Results';
import { FileDialog, type PickPatient, SetAsideDialog } from './SettleDialogs';

type OpenDialog = { readonly one: LabExceptionView; readonly what: 'file' | 'aside' } | null;

export function LabExceptions({ pickPatient }: { pickPatient: PickPatient }) {
  const pages = useInfiniteQuery(labExceptions());
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  // A dialog in which one types stays, whatever becomes of the list: nobody may answer, or somebody else settled it.
  if (openDialog === null && pages.isError && !(pages.data && isUnanswered(pages.error)))
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.isPending) return <Loading text="Loading..." rows={4} />;
  const items = (pages.data?.pages ?? []).flatMap((page) => page.items);
  if (items.length === 0 && openDialog === null) {
    return (
      <EmptyState
        text="All lab reports are matched to a patient."
        hint="Reports that don’t match a patient’s health number and date of birth appear here."
      />
    );
  }
  return (
    <div className={css.exceptions}>
      {items.map((one) => (
        <Exception
          key={one._id}
          one={one}
          onFile={() => setOpenDialog({ one, what: 'file' })}
          onSetAside={() => setOpenDialog({ one, what: 'aside' })}
        />
      ))}
      {pages.hasNextPage ? (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
      {openDialog?.what === 'file' ? (
        <FileDialog one={openDialog.one} pickPatient={pickPatient} onClose={() => setOpenDialog(null)} />
      ) : null}
      {openDialog?.what === 'aside' ? (
        <SetAsideDialog one={openDialog.one} onClose={() => setOpenDialog(null)} />
      ) : null}
    </div>
  );
}

interface ExceptionProps {
  one: LabExceptionView;
  onFile: () => void;
  onSetAside: () => void;
}

function Exception({ one, onFile, onSetAside }: ExceptionProps) {
  const [opened, setOpened] = useState(false);
  const name = one.reportedName === '' ? 'No name' : one.reportedName;
  return (
    <Card
      title={name}
      action={<span className={css.when}>{formatDateTime(one.createdAt)}</span>}
      footer={
        <>
          <Button onClick={onFile}>
            File to a patient
            <span className="s-visually-hidden"> {name}</span>
          </Button>
          <Button variant="default" onClick={onSetAside}>
            Dismiss
            <span className="s-visually-hidden"> {name}</span>
          </Button>
        </>
      }
    >
      <p className={css.reason}>{one.reason}</p>
      <p className={css.note}>
        Born {one.dateOfBirth ? formatDate(one.dateOfBirth) : 'unknown'} · Health number{' '}
        {one.healthNumbers.length > 0 ? one.healthNumbers.map(formatHealthNumber).join(', ') : 'unknown'} ·{' '}
        {one.lab}, order {one.order}
        {one.collectedAt ? ` · collected ${formatDateTime(one.collectedAt)}` : ''}
      </p>
      <button
        type="button"
        className={css.link}
        aria-expanded={opened}
        onClick={() => setOpened((before) => !before)}
      >
        {one.title === '' ? 'Results' : one.title}
      </button>
      {opened ? (
        <>
          <Results label={`Results of ${one.title}`} items={one.items} />
          {one.comments.length > 0 ? <p className={css.comments}>{one.comments.join('\n')}</p> : null}
        </>
      ) : null}
    </Card>
  );
}
