// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The opened message of the staff: what it belongs to, what can be done with
 * it, its words and replies, and the answer. Opening it marks it as read.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconMail, IconUser } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '../../../api/failures';
import type { MessageView } from '../../../api/generated/schema';
import { useMe } from '../../../api/session';
import { useCommand } from '../../../api/useCommand';
import { announce } from '../../../ui/feedback/announce';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { isUnanswered } from '../../../ui/feedback/loadFailure';
import { EmptyState, ErrorState, Loading } from '../../../ui/feedback/states';
import { toast } from '../../../ui/feedback/toasts';
import { Kbd } from '../../../ui/Kbd';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { AppLink, ButtonLink, useGo } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { EligibilityTag } from '../../../ui/status/EligibilityTag';
import { markUnread, sendByEmail } from '../commands';
import { messageQuery } from '../queries';
import type { PdfDrawing } from '../slots';
import { useMarkRead } from '../MessagePage';
import { ArchiveIcon, archiveLabel, useArchive } from '../archive';
import { itemOf, nameOf, patientHref, type StaffTab } from '../rules';
import { Thread } from '../Thread';
import { StaffReply } from './StaffReply';
import { archivedText } from './requestNotice';
import styles from './staff.module.css';

type Props = {
  id: string;
  tab: StaffTab;
  /** Whether the list stands beside it. */
  beside: boolean;
  Pdf: PdfDrawing;
  /** Where one goes on once it is put away; asked when that is pressed. */
  onLeave: (id: string) => () => void;
  /** Opens the clinic's templates, for those who keep them. */
  onTemplates: (() => void) | undefined;
};

export function ReadingPane({ id, tab, beside, Pdf, onLeave, onTemplates }: Props) {
  const message = useQuery(messageQuery(id));
  const back = paths.messaging({ tab: tab === 'inbox' ? undefined : tab });
  // What was unread when it was opened stays marked as new while one reads.
  const [wasUnread, setWasUnread] = useState<boolean | null>(null);
  if (message.data && wasUnread === null) setWasUnread(message.data.unread);
  useMarkRead(message.data);
  const toList = !beside && (
    <AppLink href={back} className={styles.back ?? ''}>
      <IconArrowLeft size={18} aria-hidden="true" /> Inbox
    </AppLink>
  );
  // What was read stays while nobody answers, with what is typed below it.
  if (message.isPending || (message.isError && !(message.data && isUnanswered(message.error)))) {
    const absent = message.error instanceof ApiError && message.error.status === 404;
    return (
      <div className={styles.state}>
        {toList}
        {!beside && <h1>Message</h1>}
        {message.isPending ? (
          <Loading text="Loading..." rows={5} />
        ) : absent ? (
          <EmptyState text="This message doesn’t exist or you don’t have access to it." />
        ) : (
          <ErrorState error={message.error} onRetry={() => void message.refetch()} />
        )}
      </div>
    );
  }
  const { data } = message;
  return (
    <>
      {toList}
      <Head message={data} level={beside ? 'h2' : 'h1'} onLeave={onLeave} />
      {/* Scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.thread} tabIndex={0} role="region" aria-label="Message and replies, scrolled">
        <Thread message={data} Pdf={Pdf} isNew={wasUnread === true} />
      </div>
      <StaffReply key={data._id} message={data} onTemplates={onTemplates} />
    </>
  );
}

const refused = (failure: unknown) => toastFailure(failure);

type HeadProps = { message: MessageView; level: 'h1' | 'h2'; onLeave: Props['onLeave'] };

function Head({ message, level, onLeave }: HeadProps) {
  const me = useMe();
  const go = useGo();
  const client = useQueryClient();
  const href = patientHref(message, me.Role);
  const received = message.from?._id !== me.Person._id || message.replyCount > 0;
  const mayPutAway = received && me.Role !== 'ROLE_ADMIN';
  const away = !message.isArchive;
  const put = useArchive(message._id);
  const move = () =>
    put.mutate({
      away,
      next: away ? onLeave(message._id) : undefined,
      said: away ? archivedText(message) : null,
    });
  const unread = useCommand();
  const markAsUnread = () =>
    void unread.run(async () => {
      await markUnread(client, message._id);
      announce('Message marked as unread');
    }, refused);
  const mail = useCommand();
  const notify = () =>
    void mail.run(
      async (key) => {
        await sendByEmail(message._id, key);
        toast.success(
          'The recipient has been notified by email.',
          'The email contains a link, not the message.',
        );
      },
      refused,
      message._id,
    );
  const mayUnread = received && !message.unread && message.repliedBy?._id !== me.Person._id;
  useShortcuts('Open message', [
    ...(href === null ? [] : [{ keys: ['o'], does: 'open the patient', run: () => go(href) }]),
    ...(mayPutAway
      ? [
          { keys: ['y'], does: away ? 'archive' : 'back to inbox', run: move },
          { keys: ['e'], does: 'the same as y', run: move, inPalette: false },
        ]
      : []),
    ...(mayUnread ? [{ keys: ['u'], does: 'mark as unread', run: markAsUnread }] : []),
  ]);
  const Heading = level;
  return (
    <header className={styles.messageHead}>
      <div className={styles.title}>
        <Heading>
          {message.struck ? (
            <s>
              {message.subject}
              <span className="s-visually-hidden">, struck through because of the eligibility</span>
            </s>
          ) : (
            message.subject
          )}
        </Heading>
        <p className={styles.about}>
          {message.tags.map((tag) => (
            <EligibilityTag key={tag} label={tag} />
          ))}
          {message.about && <span>{`About ${nameOf(message.about)}`}</span>}
          <Linked message={message} />
        </p>
      </div>
      <div className={styles.acts}>
        {href !== null && (
          <ButtonLink
            href={href}
            variant="default"
            leftSection={<IconUser size={18} aria-hidden="true" />}
            rightSection={<Kbd>o</Kbd>}
          >
            Open patient
          </ButtonLink>
        )}
        {mayPutAway && (
          <Button
            variant="default"
            loading={put.isPending}
            leftSection={<ArchiveIcon away={away} size={18} />}
            rightSection={<Kbd>y</Kbd>}
            onClick={move}
          >
            {archiveLabel(away)}
          </Button>
        )}
        {mayUnread && (
          <Button variant="default" loading={unread.busy} rightSection={<Kbd>u</Kbd>} onClick={markAsUnread}>
            Unread
          </Button>
        )}
        <ActionIcon
          className={styles.mail ?? ''}
          variant="default"
          size={32}
          loading={mail.busy}
          aria-label="Notify the recipient by email"
          title="Notify the recipient by email"
          onClick={notify}
        >
          <IconMail size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </header>
  );
}

const LABELS = {
  prescriptions: 'Prescription',
  sleep: 'Sleep assessment',
  labtest: 'Lab test',
  notes: 'Note',
} as const;

/** The way to what the message belongs to. */
function Linked({ message }: { message: MessageView }) {
  const me = useMe();
  const item = itemOf(message);
  const href = patientHref(message, me.Role);
  if (!item) return null;
  const { section } = item;
  const words = section in LABELS ? LABELS[section as keyof typeof LABELS] : '';
  const text = message.label ? `${words} ${message.label}` : words;
  return href === null ? <span>{text}</span> : <AppLink href={href}>{text}</AppLink>;
}
