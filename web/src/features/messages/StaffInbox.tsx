/** The inbox of staff: newest first, unread ones marked, each leading to where the work is. */
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { useRowKeys } from '../../ui/keyboard/useRowKeys';
import { Page } from '../../ui/page/Page';
import { staffInbox } from './calls';
import { MessageRow } from './MessageRow';
import { Paging, type Place } from './Paging';
import { PAGE_SIZE, staffHref, whoForStaff, BILLS } from './rules';
import styles from './messages.module.css';

export function StaffInbox() {
  const me = useMe();
  const [place, setPlace] = useState<Place>({ limit: PAGE_SIZE, cursors: [] });
  const inbox = useQuery({
    ...staffInbox(me.Person._id, place.limit, place.cursors.at(-1) ?? null),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'li a');
  const { product } = useSettings();
  const now = new Date();
  return (
    <Page title="Inbox">
      <section className={styles.card} aria-label="Inbox">
        {inbox.isPending ? (
          <Loading text="Loading..." rows={5} />
        ) : inbox.isError ? (
          <ErrorState text="Server side Error!" onRetry={() => void inbox.refetch()} />
        ) : inbox.data.items.length === 0 ? (
          <EmptyState
            icon={IconInbox}
            text="No messages sent to this user"
            hint="New messages appear here by themselves."
          />
        ) : (
          <>
            <ul className={styles.list} ref={list}>
              {inbox.data.items.map((entry) => (
                <MessageRow
                  key={entry._id}
                  entry={entry}
                  href={staffHref(entry, me.Role)}
                  who={whoForStaff(entry, product)}
                  now={now}
                  showsBill={me.Role === BILLS}
                />
              ))}
            </ul>
            <Paging
              place={place}
              onPlace={setPlace}
              shown={inbox.data.items.length}
              total={inbox.data.total}
              nextCursor={inbox.data.nextCursor}
            />
          </>
        )}
      </section>
    </Page>
  );
}
