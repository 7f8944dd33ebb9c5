// SPDX-License-Identifier: AGPL-3.0-or-later

// Profile, who has opened my record: what the staff read or changed of it and when, newest first.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { formatDateTime } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import classes from './people.module.css';
import { accessLog } from './queries';

export function AccessLogCard({ personId }: { readonly personId: string }) {
  const log = useInfiniteQuery(accessLog(personId));
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card title="Who has opened my record">
      <p className={classes['lead']}>Every time clinic staff viewed or changed your record.</p>
      {log.isPending && <Loading />}
      {log.isError && entries.length === 0 && (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.isSuccess && entries.length === 0 && <EmptyState text="No one has opened your record yet." />}
      {entries.length > 0 && (
        <ul className={classes['log']}>
          {entries.map((entry, at) => (
            // Two lines may be alike: the same person, the same second, the same thing.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${entry.at} ${at}`}>
              <strong>{entry.what}</strong>
              <p>
                {[
                  formatDateTime(entry.at),
                  entry.by ? `${entry.by.FirstName} ${entry.by.LastName}` : '',
                  entry.role,
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </p>
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
