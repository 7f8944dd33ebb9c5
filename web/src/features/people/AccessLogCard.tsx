// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, who has opened my record: what each of the staff read or changed of it on a day, newest first.
// That somebody looked through a list in which one stands is said in a word, not row for row.
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate, formatTime } from '../../ui/format';
import { FoldingCard } from '../../ui/page/FoldingCard';
import { type AccessDay, accessDays } from './accessDays';
import classes from './people.module.css';
import { accessLog } from './queries';

/** So many rows at first, and so many more with each press. */
const FEW = 5;
const MORE = 20;
/** So many things that somebody did are named; the row opens to all of them. */
const NAMED = 3;

/** "Jordan Lee, doctor"; who came by an emailed link has no name. */
function whoText({ by, role }: AccessDay): string {
  return by ? `${by.FirstName} ${by.LastName}, ${role.toLowerCase()}` : role;
}

/** The day, and of a single act its time: "Nov 25, 2026, 8:40 AM". */
function whenText({ day, acts }: AccessDay): string {
  const [only] = acts;
  return only && acts.length === 1 ? `${formatDate(day)}, ${formatTime(only.at)}` : formatDate(day);
}

const often = (what: string, times: number) => (times === 1 ? what : `${what}, ${times} times`);

/** "Opened a prescription, 4 times · Updated the profile · and 2 more · seen in a list, 10 times" */
function doneText({ done, inLists }: AccessDay): string {
  const parts = done.slice(0, NAMED).map(({ what, times }) => often(what, times));
  if (done.length > NAMED) parts.push(`and ${done.length - NAMED} more`);
  if (inLists > 0) parts.push(often(parts.length === 0 ? 'Seen in a list' : 'seen in a list', inLists));
  return parts.join(' · ');
}

/** A row of one act says all that there is; of several, it opens to each with its time. */
function AccessRow({ row }: { readonly row: AccessDay }) {
  const words = (
    <>
      <span className={classes['who']}>
        <strong>{whoText(row)}</strong>
        <span>{whenText(row)}</span>
      </span>
      <span>{doneText(row)}</span>
    </>
  );
  if (row.acts.length === 1) return <div className={classes['access']}>{words}</div>;
  return (
    <details>
      <summary className={classes['access']}>{words}</summary>
      <ul className={classes['acts']} aria-label={`${whoText(row)}, ${formatDate(row.day)}`}>
        {row.acts.map((act, at) => (
          // Two acts may be alike: the same second, the same thing.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${act.at} ${at}`}>
            <time dateTime={act.at}>{formatTime(act.at)}</time>
            {act.what}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function AccessLogCard({ personId }: { readonly personId: string }) {
  const log = useInfiniteQuery(accessLog(personId));
  const [shown, setShown] = useState(FEW);
  const rows = accessDays(log.data?.pages.flatMap((page) => page.items) ?? []);
  const [newest] = rows;
  return (
    <FoldingCard
      title="Who has opened my record"
      summary={
        newest
          ? `Last on ${formatDate(newest.day)}: ${whoText(newest)}`
          : log.isSuccess
            ? 'No one yet'
            : undefined
      }
    >
      <p className={classes['lead']}>Clinic staff who viewed or changed your record, by day.</p>
      {log.isPending && <Loading />}
      {log.isError && rows.length === 0 && (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.isSuccess && rows.length === 0 && (
        <EmptyState icon={IconEye} text="No one has opened your record yet." />
      )}
      {rows.length > 0 && (
        <ul className={classes['log']}>
          {rows.slice(0, shown).map((row) => (
            <li key={row.key}>
              <AccessRow row={row} />
            </li>
          ))}
        </ul>
      )}
      {(rows.length > shown || log.hasNextPage) && (
        <Button
          className={classes['more'] ?? ''}
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => {
            setShown((count) => count + MORE);
            if (rows.length < shown + MORE && log.hasNextPage) void log.fetchNextPage();
          }}
        >
          Show earlier entries
        </Button>
      )}
    </FoldingCard>
  );
}
