// SPDX-License-Identifier: AGPL-3.0-or-later

/** A patient's message with its replies. Opening it marks it as read; answering is offered when it is one's turn. */
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { ApiError } from '../../api/failures';
import type { MessageView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { isUnanswered } from '../../ui/feedback/loadFailure';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { AppLink, ButtonLink, useGo, useQueryParam } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { markRead } from './commands';
import { messageQuery } from './queries';
import type { PdfDrawing } from './slots';
import { ArchiveIcon, archiveLabel, useArchive } from './archive';
import { ReplyBox } from './ReplyBox';
import { tabOf } from './rules';
import { Thread } from './Thread';
import styles from './messages.module.css';

export function MessagePage({ id, Pdf }: { id: string; Pdf: PdfDrawing }) {
  const me = useMe();
  const message = useQuery(messageQuery(id));
  const tab = tabOf(useQueryParam('tab'));
  const list = 'Messages';
  const back = paths.messaging({ tab: tab === 'inbox' ? undefined : tab, selected: id });
  useMarkRead(message.data);
  if (message.isPending) {
    return (
      <Page title="Message" crumbs={[{ text: list, href: back }, { text: 'Message' }]} narrow>
        <Loading text="Loading..." rows={4} />
      </Page>
    );
  }
  // What was read stays while nobody answers, with what is typed below it.
  if (message.isError && !(message.data && isUnanswered(message.error))) {
    const absent = message.error instanceof ApiError && message.error.status === 404;
    return (
      <Page title="Message" crumbs={[{ text: list, href: back }, { text: 'Message' }]} narrow>
        {absent ? (
          <EmptyState
            text="This message doesn’t exist or you don’t have access to it."
            action={<ButtonLink href={back}>{`Back to ${list}`}</ButtonLink>}
          />
        ) : (
          <ErrorState error={message.error} onRetry={() => void message.refetch()} />
        )}
      </Page>
    );
  }
  const { data } = message;
  const received = data.from?._id !== me.Person._id || data.replyCount > 0;
  return (
    <Page
      title={data.subject}
      // Nothing of a message stands in the browser's tab or history.
      tabTitle="Message"
      crumbs={[{ text: list, href: back }, { text: 'Message' }]}
      narrow
      actions={received ? <ArchiveAction message={data} back={back} /> : undefined}
    >
      <About message={data} />
      <Thread message={data} Pdf={Pdf} />
      <ReplyBox key={data._id} message={data} />
    </Page>
  );
}

/** Marks what was opened, once for each new answer; only the receiving side has a mark to set. */
export function useMarkRead(message: Pick<MessageView, '_id' | 'unread' | 'updatedAt'> | undefined) {
  const client = useQueryClient();
  const marked = useRef('');
  useEffect(() => {
    // Once for what was seen of it: who makes it unread again means it, and a new reply is new.
    if (!message || marked.current === message.updatedAt) return;
    marked.current = message.updatedAt;
    // A lost mark only leaves the dot.
    if (message.unread) void markRead(client, message._id).catch(() => undefined);
  }, [message, client]);
}

function ArchiveAction({ message, back }: { message: MessageView; back: Address }) {
  const go = useGo();
  const away = !message.isArchive;
  const put = useArchive(message._id);
  return (
    <Button
      variant="default"
      loading={put.isPending}
      leftSection={<ArchiveIcon away={away} size={18} />}
      // Only from here: whoever has gone elsewhere meanwhile stays there.
      onClick={() => put.mutate({ away }, { onSuccess: () => away && go(back) })}
    >
      {archiveLabel(away)}
    </Button>
  );
}

/** What the message belongs to. */
function About({ message: { prescription } }: { message: MessageView }) {
  if (!prescription) return null;
  return (
    <p className={styles.about}>
      <AppLink href={paths.prescription(prescription)}>View the prescription</AppLink>
    </p>
  );
}
