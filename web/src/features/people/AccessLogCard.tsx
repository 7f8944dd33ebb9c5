// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, who has opened my record: what each of the staff read or changed of it on a day, newest first.
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate, formatTime } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import { type AccessDay, accessDays } from './accessDays';
import classes from './people.module.css';
import { accessLog } from './queries';

/** "Jordan Lee (Doctor)"; who came by an emailed link has no name. */
function whoText({ by, role }: AccessDay): string {
  return by ? `${by.FirstName} ${by.LastName} (${role})` : role;
}

/** "Nov 20, 2026, 8:40 AM to 4:12 PM" */
function whenText({ day, acts }: AccessDay): string {
  const first = formatTime(acts.at(-1)?.at ?? '');
  const last = formatTime(acts[0]?.at ?? '');
  return `${formatDate(day)}, ${first === last ? last : `${first} to ${last}`}`;
}

/** "Opened a prescription (3 times) · Updated the profile" */
function doneText({ done }: AccessDay): string {
  return done.map(({ what, times }) => (times === 1 ? what : `${what} (${times} times)`)).join(' · ');
}

/** A row of one act says all that there is; of several, it opens to each with its time. */
function AccessRow({ row }: { readonly row: AccessDay }) {
  const words = (
    <>
      <strong>{whoText(row)}</strong>
      <span>{whenText(row)}</span>
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
  const rows = accessDays(log.data?.pages.flatMap((page) => page.items) ?? []);
  return (
    <Card title="Who has opened my record">
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
          {rows.map((row) => (
            <li key={row.key}>
              <AccessRow row={row} />
            </li>
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button
          className={classes['more'] ?? ''}
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show earlier entries
        </Button>
      )}
    </Card>
  );
}
