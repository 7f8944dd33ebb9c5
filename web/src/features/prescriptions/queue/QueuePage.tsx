// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The review queue: all pending work of the clinic in one list, the least time
 * left of its promise first, who has which patient, and the key to the next one.
 * Live: a claim or a decision of a colleague shows within a second.
 */
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconFilter } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import type { QueueFilter, QueueRow, Work } from '../../../api/generated/schema';
import { useMe } from '../../../api/session';
import { EmptyState } from '../../../ui/feedback/states';
import { Kbd } from '../../../ui/Kbd';
import { useRowKeys } from '../../../ui/keyboard/useRowKeys';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { useGo, useQueryParam } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { Page } from '../../../ui/page/Page';
import { useNow } from '../../../ui/useNow';
import { PHONE_WIDTH, PREVIEW_WIDTH } from '../../../ui/widths';
import { overdueText } from './deadline';
import { queuePages } from './queries';
import { QueuePreview } from './QueuePreview';
import styles from './queue.module.css';
import { QueueTable, WORK_LABELS } from './QueueTable';
import { useClaims } from './useClaims';

const WORKS: readonly Work[] = ['review', 'fax', 'send', 'pharmacy', 'refund'];
const FILTERS: readonly QueueFilter[] = ['all', 'mine', 'unclaimed', 'open', 'risk'];
/** Those that only a number of the first page leads to. */
const LINKED_FILTERS: Readonly<Partial<Record<QueueFilter, string>>> = {
  open: 'Mine and unclaimed',
  risk: 'At risk',
};

/** As wide as two digits and as one: a count that is on its way moves nothing. */
const MANY = '\u2007\u2007';
const FEW = '\u2007';

/** `footer` is other work, of which prescriptions know nothing. */
export function QueuePage({ footer }: { readonly footer?: ReactNode }) {
  const me = useMe();
  const isDoctor = me.Role === 'ROLE_DOCTOR';
  const go = useGo();
  const [givenFilter, givenWork] = [useQueryParam('filter'), useQueryParam('work')];
  const filter = FILTERS.find((one) => one === givenFilter) ?? 'all';
  const work = WORKS.find((one) => one === givenWork) ?? null;
  const show = (one: QueueFilter, only: Work | null) => {
    go(paths.queue({ filter: one === 'all' ? undefined : one, work: only ?? undefined }));
  };
  const now = useNow();
  const claims = useClaims();
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const isDesk = useMediaQuery(PREVIEW_WIDTH, false, { getInitialValueInEffect: false });
  const [focused, setFocused] = useState<string>();
  const list = useInfiniteQuery({
    ...queuePages(filter, work),
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.items);
  const counts = pages[0]?.counts;
  // What left the list is no longer shown; the first is, until somebody moves.
  const shown = isDesk ? (rows.find(({ _id }) => _id === focused) ?? rows[0]) : undefined;
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, 'tbody tr td:first-child a');
  const next = () => {
    claims.next(null);
  };
  const claimRow = (row: QueueRow) => {
    claims.claim(row.person._id, row.claim);
  };
  useShortcuts('Review queue', [
    { keys: ['j', 'k'], does: 'next / previous row' },
    { keys: ['Enter'], does: 'open the patient' },
    ...(isDoctor
      ? [
          {
            keys: ['c'],
            does: 'claim the row in focus',
            inPalette: false,
            run: () => {
              const row = focusedRow(table.current, rows);
              if (row && !row.claim?.mine) claimRow(row);
            },
          },
          { keys: ['g'], does: 'next patient', run: next },
        ]
      : []),
  ]);
  const linked = LINKED_FILTERS[filter];
  const nextPatient = (
    <Button
      loading={claims.busy === 'next'}
      leftSection={<IconArrowRight size={16} aria-hidden="true" />}
      rightSection={
        <span aria-hidden="true" className={styles.keycap}>
          <Kbd>g</Kbd>
        </span>
      }
      onClick={next}
    >
      Next patient
    </Button>
  );
  const kinds = [
    { value: '', label: 'Everything' },
    ...WORKS.map((one) => ({ value: one, label: `${WORK_LABELS[one]} ${counts?.[one] ?? FEW}` })),
  ];
  const choose = (value: string) => {
    show(filter, WORKS.find((one) => one === value) ?? null);
  };
  const order =
    counts && counts.overdue > 0 ? (
      <span className={styles.overdue}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        {overdueText(counts.overdue)}
      </span>
    ) : isPhone ? (
      'Least time left first'
    ) : (
      'Least time left first. Each row shows when it is due.'
    );
  return (
    <Page
      title="Review queue"
      wide
      lead={isPhone ? undefined : order}
      actions={isDoctor && !isPhone ? nextPatient : undefined}
    >
      <div className={styles.tabs}>
        <SegmentedControl
          aria-label="Whose"
          value={filter}
          fullWidth={isPhone}
          onChange={(value) => {
            show(FILTERS.find((one) => one === value) ?? 'all', work);
          }}
          data={[
            { value: 'all', label: `All ${counts?.all ?? MANY}` },
            ...(isDoctor ? [{ value: 'mine', label: `Mine ${counts?.mine ?? FEW}` }] : []),
            { value: 'unclaimed', label: `Unclaimed ${counts?.unclaimed ?? MANY}` },
            ...(linked === undefined
              ? []
              : [{ value: filter, label: `${linked} ${counts?.[filter] ?? FEW}` }]),
          ]}
        />
        {isPhone ? (
          <div className={styles.order}>
            {order}
            <NativeSelect
              aria-label="Filter"
              leftSection={<IconFilter size={16} aria-hidden="true" />}
              value={work ?? ''}
              data={kinds}
              onChange={(event) => {
                choose(event.currentTarget.value);
              }}
            />
          </div>
        ) : (
          <SegmentedControl aria-label="Type of work" value={work ?? ''} onChange={choose} data={kinds} />
        )}
      </div>
      <div className={styles.desk}>
        <div
          ref={table}
          className={styles.list}
          onFocus={() => {
            setFocused(focusedRow(table.current, rows)?._id);
          }}
        >
          <QueueTable
            rows={rows}
            now={now}
            query={list}
            onClaim={isDoctor ? claimRow : null}
            shown={shown?._id}
            empty={
              <EmptyState
                icon={IconCircleCheck}
                text={filter === 'mine' ? 'You have no patient.' : 'Nothing waiting.'}
                hint={
                  filter === 'all' && work === null
                    ? 'Requests appear once they are paid.'
                    : 'Check the other filters for more work.'
                }
              />
            }
          />
        </div>
        {shown && (
          <QueuePreview
            row={shown}
            others={rows.filter(({ _id, person }) => _id !== shown._id && person._id === shown.person._id)}
            now={now}
          />
        )}
        {/* The list has its width before its rows are here. */}
        {isDesk && list.isPending && <div className={styles.preview} data-waiting aria-hidden="true" />}
      </div>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {footer}
      {isDoctor && isPhone && (
        <div className={styles.foot} data-no-print>
          {nextPatient}
        </div>
      )}
      {claims.dialog}
    </Page>
  );
}

/** The row whose link or button has the focus. */
function focusedRow(table: HTMLElement | null, rows: readonly QueueRow[]): QueueRow | undefined {
  const active = document.activeElement?.closest('tr');
  const all = [...(table?.querySelectorAll('tbody tr') ?? [])];
  return active ? rows[all.indexOf(active)] : undefined;
}
