// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One message of a list: who, the eligibility tags, the subject and the first
 * words, and when. The whole row is one link to where the work is.
 */
import { useQueryClient } from '@tanstack/react-query';

import type { MessageRow as Row } from '../../api/generated/schema';
import { AppLink } from '../../ui/links/AppLink';
import type { Address } from '../../ui/links/paths';
import { EligibilityTag } from '../../ui/status/EligibilityTag';
import { Words } from '../../ui/table/Words';
import { markRead } from './commands';
import { whenShort } from './rules';
import styles from './messages.module.css';

type Props = { entry: Row; href: Address; who: string; now: Date; showsBill: boolean };

/** Marks a message that a bill was made for. */
const BILL = 'B';

export function MessageRow({ entry, href, who, now, showsBill }: Props) {
  const client = useQueryClient();
  return (
    <li className={entry.unread ? styles.unread : styles.row}>
      <AppLink
        href={href}
        className={styles.link ?? ''}
        onClick={() => {
          // Reading must not wait for the mark; a lost mark only leaves the dot.
          if (entry.unread) void markRead(client, entry._id).catch(() => undefined);
        }}
      >
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.who} data-kind="person">
          {entry.unread && <span className="s-visually-hidden">Unread: </span>}
          <Words>{who}</Words>
          {entry.replyCount > 0 && <span className={styles.quiet}>{`(${entry.replyCount})`}</span>}
          {entry.tags.map((tag) => (
            <EligibilityTag key={tag} label={tag} />
          ))}
          {showsBill && entry.bill && (
            <abbr className={styles.bill} title="Billed">
              {BILL}
            </abbr>
          )}
        </span>
        <span className={styles.words}>
          {entry.struck ? (
            <s className={styles.subject}>
              {entry.subject}
              <span className="s-visually-hidden">, struck through because of the eligibility</span>
            </s>
          ) : (
            <span className={styles.subject}>{entry.subject}</span>
          )}{' '}
          {entry.preview}
        </span>
        <time className={styles.when} data-kind="time" dateTime={entry.updatedAt}>
          {whenShort(entry.updatedAt, now)}
        </time>
      </AppLink>
    </li>
  );
}
