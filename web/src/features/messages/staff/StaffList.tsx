// SPDX-License-Identifier: AGPL-3.0-or-later

/** A list of the staff's messages: who, tags, the subject and the first words, when, and putting away. */
import { IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';

import type { MessageList, MessageRow } from '../../../api/generated/schema';
import { useSettings } from '../../../api/queries';
import { useMe } from '../../../api/session';
import { EmptyState, ErrorState, Loading } from '../../../ui/feedback/states';
import { AppLink } from '../../../ui/links/AppLink';
import type { Address } from '../../../ui/links/paths';
import { EligibilityTag } from '../../../ui/status/EligibilityTag';
import { StatusBadge } from '../../../ui/status/StatusBadge';
import { Words } from '../../../ui/table/Words';
import { Paging, type Place } from '../Paging';
import { ArchiveButton } from '../archive';
import { BILLS, otherSide, type StaffTab, whenShort, whoForStaff } from '../rules';
import { useDrafts } from './drafts';
import { leftToDo, archivedText } from './requestNotice';
import styles from './staff.module.css';

type Props = {
  tab: StaffTab;
  page: UseQueryResult<MessageList>;
  empty: string;
  opened: string | undefined;
  hrefOf: (id: string) => Address;
  place: Place;
  onPlace: (place: Place) => void;
  /** Where one goes on once a row is put away; asked when that is pressed. */
  onLeave: (id: string) => () => void;
  list: RefObject<HTMLUListElement | null>;
};

/** Marks a message that a bill was made for. */
const BILL = 'B';

export function StaffList({ tab, page, empty, opened, hrefOf, place, onPlace, onLeave, list }: Props) {
  const me = useMe();
  const { product } = useSettings();
  const drafts = useDrafts();
  const now = new Date();
  if (page.isPending) {
    return (
      <div className={styles.state}>
        <Loading text="Loading..." rows={6} />
      </div>
    );
  }
  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  const { items, total, isMore, nextCursor } = page.data;
  if (items.length === 0 && place.cursors.length === 0 && nextCursor === null) {
    return <EmptyState icon={IconInbox} text={empty} hint="New messages appear here automatically." />;
  }
  return (
    <>
      <ul className={styles.rows} ref={list}>
        {items.map((item) => (
          <Row
            key={item._id}
            item={item}
            href={hrefOf(item._id)}
            who={tab === 'sent' ? otherSide(item, me.Person._id, product) : whoForStaff(item, product)}
            now={now}
            isOpen={item._id === opened}
            isBilled={me.Role === BILLS && item.bill}
            hasDraft={drafts.has(item._id)}
            away={me.Role === 'ROLE_ADMIN' || tab === 'sent' ? null : tab !== 'archive'}
            onLeave={onLeave}
          />
        ))}
      </ul>
      <Paging
        place={place}
        onPlace={onPlace}
        shown={items.length}
        total={total}
        isMore={isMore}
        nextCursor={nextCursor}
      />
    </>
  );
}

type RowProps = {
  item: MessageRow;
  href: Address;
  who: string;
  now: Date;
  isOpen: boolean;
  isBilled: boolean;
  hasDraft: boolean;
  /** Whether its button puts it away or brings it back; none for whom nothing is put away. */
  away: boolean | null;
  onLeave: (id: string) => () => void;
};

function Row({ item, href, who, now, isOpen, isBilled, hasDraft, away, onLeave }: RowProps) {
  const left = leftToDo(item);
  return (
    <li className={styles.row} data-unread={item.unread || undefined} data-open={isOpen || undefined}>
      <AppLink href={href} className={styles.link ?? ''} data-row aria-current={isOpen ? 'true' : undefined}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.who}>
          {item.unread && <span className="s-visually-hidden">Unread: </span>}
          <span className={styles.name} data-kind="person">
            <Words>{who}</Words>
          </span>
          {item.replyCount > 0 && <span className={styles.quiet}>{`(${item.replyCount})`}</span>}
          {item.tags.map((tag) => (
            <EligibilityTag key={tag} label={tag} />
          ))}
          {left && <StatusBadge {...left} />}
          {hasDraft && <span className={styles.draft}>Draft</span>}
        </span>
        {isBilled && (
          <abbr className={styles.bill} title="Billed">
            {BILL}
          </abbr>
        )}
        <time className={styles.when} data-kind="time" dateTime={item.updatedAt}>
          {whenShort(item.updatedAt, now)}
        </time>
        <span className={styles.words}>
          {item.struck ? (
            <s className={styles.subject}>
              {item.subject}
              <span className="s-visually-hidden">, struck through because of the eligibility</span>
            </s>
          ) : (
            <span className={styles.subject}>{item.subject}</span>
          )}{' '}
          {item.preview}
        </span>
      </AppLink>
      {away !== null && (
        <ArchiveButton
          row={item}
          away={away}
          sizes={[36, 18]}
          className={styles.away}
          onLeave={away ? onLeave : undefined}
          said={away ? archivedText(item) : null}
        />
      )}
    </li>
  );
}
