// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What staff see first: the newest messages and the way to the pages they may
 * open (decision 134). It counts nothing by itself; the unread number comes
 * from where the list comes from.
 */
import { IconChevronRight, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useSettings } from '../../api/queries';
import { useMe } from '../../api/session';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { AppLink } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { staffList, unreadCount } from './queries';
import { MessageRow } from './MessageRow';
import { staffHref, whoForStaff, BILLS } from './rules';
import styles from './messages.module.css';

const NEWEST = 5;

/** A page that this person may open, as the side bar names it. */
interface Destination {
  readonly label: string;
  readonly href: Address;
}

/** What one does there; the others speak for themselves. */
const HINTS: Readonly<Record<string, string>> = {
  'Review queue': 'All pending work, oldest first',
  Profile: 'Your account and preferences',
  'Fax desk': 'All faxes and their status',
  'Clinic queue': 'Items waiting for the partner clinic',
  'Lab exceptions': 'Results not matched to a patient',
  Inbox: 'New requests and replies',
  Patients: 'Find a patient by name, email or health card number',
  'Prescription History': 'All requests and their status',
  'Medication Search': 'Which medications can be renewed',
};

export function StaffHome({ destinations }: { destinations: readonly Destination[] }) {
  const me = useMe();
  const personId = me.Person._id;
  const inbox = useQuery(staffList('inbox', personId, { limit: NEWEST }));
  const unread = useQuery(unreadCount(personId));
  const count = unread.data?.count ?? 0;
  const { product } = useSettings();
  const now = new Date();
  return (
    <Page title="Dashboard">
      <section className={styles.card} aria-labelledby="home-inbox">
        <header className={styles.cardHead}>
          <h2 id="home-inbox">Inbox</h2>
          {count > 0 && <span className={styles.count}>{count === 1 ? '1 unread' : `${count} unread`}</span>}
          <AppLink href={paths.messaging()}>All messages</AppLink>
        </header>
        {inbox.isPending ? (
          <Loading text="Loading..." rows={3} />
        ) : inbox.isError ? (
          <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
        ) : inbox.data.items.length === 0 ? (
          <EmptyState icon={IconInbox} text="No messages sent to this user" />
        ) : (
          <ul className={styles.list}>
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
        )}
      </section>
      <nav aria-label="Work" className={styles.tiles}>
        {destinations.map(({ label, href }) => (
          <AppLink key={label} href={href} className={styles.tile ?? ''}>
            <span>
              <strong>{label}</strong>
              {HINTS[label] !== undefined && <span className={styles.tileHint}>{HINTS[label]}</span>}
            </span>
            <IconChevronRight size={18} aria-hidden="true" />
          </AppLink>
        ))}
      </nav>
    </Page>
  );
}
