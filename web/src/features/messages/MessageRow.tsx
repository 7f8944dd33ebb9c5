/**
 * One message of a list: who, the eligibility tags, the subject and the first
 * words, and when. The whole row is one link to where the work is.
 */
import { useQueryClient } from '@tanstack/react-query';

import type { InboxEntry } from '../../api/types';
import { date, time } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { EligibilityTag } from '../../ui/status/EligibilityTag';
import { markRead } from './calls';
import styles from './messages.module.css';

type Props = { entry: InboxEntry; href: string; who: string; now: Date };

/** Tags that strike the subject through (2-back-office §4). */
const DOUBTFUL = ['Not Eligible', 'Eligibility Pending'];

export function MessageRow({ entry, href, who, now }: Props) {
  const client = useQueryClient();
  const struck = entry.tags.some((tag) => DOUBTFUL.includes(tag));
  return (
    <li className={entry.isRead ? styles.row : styles.unread}>
      <AppLink
        href={href}
        className={styles.link ?? ''}
        onClick={() => {
          // Reading must not wait for the mark; a lost mark only leaves the dot.
          if (!entry.isRead) void markRead(client, entry._id).catch(() => undefined);
        }}
      >
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.who}>
          {!entry.isRead && <span className="s-visually-hidden">Unread: </span>}
          {who}
          {entry.tags.map((tag) => (
            <EligibilityTag key={tag} label={tag} />
          ))}
        </span>
        <span className={styles.words}>
          {struck ? (
            <s className={styles.subject}>
              {entry.subject}
              <span className="s-visually-hidden">, struck through because of the eligibility</span>
            </s>
          ) : (
            <span className={styles.subject}>{entry.subject}</span>
          )}{' '}
          {entry.message}
        </span>
        <time className={styles.when} dateTime={entry.updatedAt}>
          {whenShort(entry.updatedAt, now)}
        </time>
      </AppLink>
    </li>
  );
}

/** Time only if today, otherwise the date (2-back-office §9). */
export function whenShort(iso: string, now: Date): string {
  return date(iso) === date(now.toISOString()) ? time(iso) : date(iso);
}
