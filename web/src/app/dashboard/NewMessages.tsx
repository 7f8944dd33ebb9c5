// SPDX-License-Identifier: AGPL-3.0-or-later

// The newest unread messages beside the live request; nothing when there are none.
import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSettings } from '../../api/queries';
import { dashboardInbox } from '../../features/messages/queries';
import { otherSide, signOf } from '../../features/messages/rules';
import { formatShortWhen } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import css from './dashboard.module.css';

const MAX_SHOWN = 2;

export function NewMessages({ personId }: { readonly personId: string }) {
  const { product } = useSettings();
  const inbox = useQuery(dashboardInbox(personId));
  const unread = (inbox.data?.items ?? []).filter((message) => message.unread);
  if (unread.length === 0) return null;
  return (
    <aside aria-label="Messages">
      <Card title="Messages" level={2} action={<span className={css['count']}>{unread.length}</span>}>
        <ul className={css['messages']}>
          {unread.slice(0, MAX_SHOWN).map((message) => (
            <li key={message._id}>
              <Avatar size={32} radius="xl" alt="">
                {signOf(otherSide(message, personId, product))}
              </Avatar>
              <div>
                <AppLink href={paths.messaging({ message: message._id })}>{message.subject}</AppLink>
                <p>{message.preview}</p>
                <small>{formatShortWhen(message.updatedAt, new Date())}</small>
              </div>
            </li>
          ))}
        </ul>
        {unread.length > MAX_SHOWN && (
          <AppLink href={paths.messaging()} className={`s-link ${css['all'] ?? ''}`}>
            All messages
          </AppLink>
        )}
      </Card>
    </aside>
  );
}
