// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Answering as staff: always open, begun with a template if one likes, kept
 * while one looks elsewhere, and held back when somebody else answered first.
 */
import { Button, Textarea } from '@mantine/core';
import { IconSend, IconTemplate } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError } from '../../../api/failures';
import type { MessageView } from '../../../api/generated/schema';
import { useSettings } from '../../../api/queries';
import { useMe } from '../../../api/session';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { Notice } from '../../../ui/feedback/states';
import { MAYBE_DONE } from '../../../ui/feedback/failureText';
import { toast } from '../../../ui/feedback/toasts';
import { AttachButton, AttachedFiles } from '../../../ui/files/AttachFiles';
import { formatDateTime } from '../../../ui/format';
import { ErrorSummary, useFaults } from '../../../ui/forms/faults';
import { HereAgain } from '../../../ui/forms/HereAgain';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { Kbd } from '../../../ui/Kbd';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { AnsweredMeanwhile, useAnsweredMeanwhile } from '../answeredMeanwhile';
import { sendReply } from '../commands';
import { messageQuery } from '../queries';
import { FileFault } from '../FileFault';
import { lengthOf, MAX_REPLY_CHARACTERS, nameOf, otherSide, type ScreenStatus } from '../rules';
import { useSendMessage } from '../useSendMessage';
import { storeReplyDraft, type ReplyDraft, useDrafts } from './drafts';
import { fillPlaceholders } from './placeholders';
import { TemplatePicker } from './TemplatePicker';
import styles from './staff.module.css';

type Props = { message: MessageView; onTemplates: (() => void) | undefined };

/** There while one may answer, and while something is written that can no longer be sent. */
export function StaffReply(props: Props) {
  const isWritten = useDrafts().has(props.message._id);
  return props.message.canReply || isWritten ? <Reply {...props} /> : null;
}

function Reply({ message, onTemplates }: Props) {
  const me = useMe();
  const settings = useSettings();
  const client = useQueryClient();
  const box = useRef<HTMLTextAreaElement>(null);
  const [dialog, setDialog] = useState<'discard' | 'templates' | null>(null);
  const faults = useFaults(null);
  const submission = useSendMessage(faults);
  const id = message._id;
  const kept = useDrafts().get(id);
  const draft: ReplyDraft = kept ?? { message: '', files: [], seen: message.replyCount };
  const { busy } = submission;
  const change = (more: Partial<ReplyDraft>, field: string) => {
    storeReplyDraft(id, { ...draft, ...more });
    submission.changed(field);
  };
  // Somebody answered after this reply was begun: it is read first.
  const newer = message.replyCount > draft.seen ? message.replies.at(-1) : undefined;
  const other = otherSide(message, me.Person._id, settings.product);
  const to = message.about ? nameOf(message.about) : other;
  const isSent = () => {
    toast.success(`Your message was sent to ${to}.`);
    storeReplyDraft(id, null);
    submission.drop();
  };
  const send = () => {
    if (newer || !message.canReply) return;
    void submission.press(async (key) => {
      try {
        const { message: words, files, seen } = draft;
        await sendReply(client, { id, message: words, files, seen }, key);
      } catch (failure) {
        // The answer that came first is shown, and the text stays.
        if (failure instanceof ApiError && failure.code === 'ANSWERED_MEANWHILE') {
          await client.invalidateQueries({ queryKey: messageQuery(id).queryKey });
        }
        throw failure;
      }
    }, isSent);
  };
  const isEmpty = draft.message === '' && draft.files.length === 0;
  const meanwhile = useAnsweredMeanwhile(message, draft, busy, isSent);
  const insert = (body: string) => {
    const words = fillPlaceholders(body, { message, me, settings });
    const before = draft.message.trimEnd();
    change({ message: before === '' ? words : `${before}\n${words}` }, 'message');
    setDialog(null);
    requestAnimationFrame(() => box.current?.focus());
  };
  useShortcuts('Reply', [
    { keys: ['r'], does: 'write a reply', run: () => box.current?.focus() },
    { keys: ['t'], does: 'reply with a template', run: () => setDialog('templates') },
    { keys: ['Ctrl', '/'], does: 'a template, while writing' },
    { keys: ['Ctrl', 'Enter'], does: 'send the reply' },
  ]);
  const status: ScreenStatus = busy ? 'sending' : 'replying';
  return (
    <form
      className={styles.reply}
      aria-label="Reply"
      data-status={status}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <HereAgain of={{ hereAgain: () => draft.again ?? null }} />
      {meanwhile !== null && <AnsweredMeanwhile text={meanwhile} />}
      {newer && message.canReply && (
        <Notice
          kind="warning"
          title={`${nameOf(newer.from)} answered at ${formatDateTime(newer.repliedAt)}.`}
        >
          <span>Please read the answer before you send yours. Your text is kept. </span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => change({ seen: message.replyCount }, '')}
          >
            I have read it
          </Button>
        </Notice>
      )}
      <Textarea
        id="message"
        ref={box}
        aria-label={`Reply to ${to}`}
        placeholder={`Reply to ${to}...`}
        autosize
        minRows={2}
        maxRows={10}
        value={draft.message}
        error={faults.error('message')}
        aria-describedby="reply-count"
        onChange={(event) => change({ message: event.currentTarget.value }, 'message')}
        onKeyDown={(event) => {
          const chord = event.ctrlKey || event.metaKey;
          if (chord && event.key === 'Enter') send();
          else if (chord && event.key === '/') setDialog('templates');
          else if (event.key === 'Escape') event.currentTarget.blur();
          else return;
          event.preventDefault();
        }}
      />
      <AttachedFiles files={draft.files} onChange={(files) => change({ files }, 'files')} />
      <FileFault text={faults.faults.find((fault) => fault.field === 'files')?.message} />
      <div className={styles.buttons}>
        <AttachButton
          files={draft.files}
          disabled={busy}
          onChange={(files) => change({ files }, 'files')}
          onRefuse={(text) => faults.add({ field: 'files', message: text })}
        />
        <span className={styles.hint}>PDF or image</span>
        <Button
          variant="default"
          leftSection={<IconTemplate size={18} aria-hidden="true" />}
          rightSection={<Kbd>t</Kbd>}
          onClick={() => setDialog('templates')}
        >
          Template
        </Button>
        <span
          id="reply-count"
          className={styles.hint}
          data-over={lengthOf(draft.message) > MAX_REPLY_CHARACTERS || undefined}
        >
          {`${lengthOf(draft.message)} of ${MAX_REPLY_CHARACTERS}`}
        </span>
        <span className={styles.send}>
          {!isEmpty && (
            <Button className="s-danger-quiet" disabled={busy} onClick={() => setDialog('discard')}>
              Discard
            </Button>
          )}
          <ReasonedButton
            type="submit"
            loading={busy}
            reason={
              meanwhile === null
                ? newer
                  ? 'Read the new answer first.'
                  : null
                : 'This message has been answered.'
            }
            leftSection={<IconSend size={18} aria-hidden="true" />}
          >
            Reply
          </ReasonedButton>
        </span>
      </div>
      {dialog === 'discard' && (
        <ConfirmDialog
          opened
          title="Discard this reply?"
          question={
            faults.leave.isUnanswered()
              ? MAYBE_DONE
              : 'What you wrote and the files you attached will be lost.'
          }
          safeLabel="Keep writing"
          dangerLabel="Discard"
          onConfirm={() => {
            storeReplyDraft(id, null);
            submission.drop();
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'templates' && (
        <TemplatePicker onChoose={insert} onManage={onTemplates} onClose={() => setDialog(null)} />
      )}
    </form>
  );
}
