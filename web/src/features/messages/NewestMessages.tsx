// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The newest messages of the staff's inbox, as a card of their first page. The unread number comes from where the
 * list comes from.
 */
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { EmptyState, ErrorState } from '../../ui/feedback/states';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { staffList, unreadCount } from './queries';
import { MessageRow } from './MessageRow';
import { staffHref, whoForStaff, BILLS } from './rules';
import styles from './messages.module.css';

const NEWEST = 3;

export function NewestMessages() {
  const me = useMe();
  const personId = me.Person._id;
  const inbox = useQuery(staffList('inbox', personId, { limit: NEWEST }));
  const count = useQuery(unreadCount(personId)).data?.count ?? 0;
  const { product } = useSettings();
  const now = new Date();
  return (
    <section className={styles.card} aria-labelledby="newest-messages">
      <header className={styles.cardHead}>
        <h2 id="newest-messages">Messages</h2>
        {count > 0 && (
          <span className={styles.count}>
            {count}
            <span className="s-visually-hidden"> unread</span>
          </span>
        )}
        <AppLink href={paths.messaging()}>Inbox</AppLink>
      </header>
      <div className={styles.newest}>
        {inbox.isError ? (
          <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
        ) : inbox.isSuccess && inbox.data.items.length === 0 ? (
          <EmptyState icon={IconInbox} text="No messages sent to this user" />
        ) : (
          <ul className={styles.list}>
            {(inbox.data?.items ?? []).map((entry) => (
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
        )}
      </div>
    </section>
  );
}
