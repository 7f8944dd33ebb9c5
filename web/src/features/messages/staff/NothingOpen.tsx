// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The reading pane while no message is open: what waits, the way to the first of it, and the keys. Opening a
 * message marks it as read, so none is opened by itself.
 */
import { IconMailOpened } from '@tabler/icons-react';

import { useDeviceSwitch } from '../../../ui/deviceSwitch';
import { EmptyState } from '../../../ui/feedback/states';
import { Kbd } from '../../../ui/Kbd';
import { shortcutsSwitch } from '../../../ui/keyboard/useSingleKeys';
import { ButtonLink } from '../../../ui/links/AppLink';
import type { Address } from '../../../ui/links/paths';
import styles from './staff.module.css';

type Props = {
  /** In the inbox; undefined while nobody knows. */
  unread: number | undefined;
  /** Of the list beside it. */
  firstUnread: Address | null;
};

export function NothingOpen({ unread, firstUnread }: Props) {
  const keyed = useDeviceSwitch(shortcutsSwitch);
  return (
    <EmptyState
      icon={IconMailOpened}
      text="Choose a message"
      hint={
        <>
          {unread === undefined ? null : unreadText(unread)}
          {keyed && (
            <span className={styles.keys} aria-hidden="true">
              <span>
                <Kbd>j</Kbd> <Kbd>k</Kbd> next and previous
              </span>
              <span>
                <Kbd>Enter</Kbd> open
              </span>
              <span>
                <Kbd>c</Kbd> compose
              </span>
            </span>
          )}
        </>
      }
      action={
        firstUnread && (
          <ButtonLink variant="default" href={firstUnread}>
            Open the first unread message
          </ButtonLink>
        )
      }
    />
  );
}

function unreadText(count: number): string {
  if (count === 0) return 'Everything in your inbox is read.';
  return count === 1 ? '1 message in your inbox is unread.' : `${count} messages in your inbox are unread.`;
}
