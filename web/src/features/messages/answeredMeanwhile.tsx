// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A reply that is being written while the same message is answered elsewhere: in another window, or by this
 * one when the answer to it was lost. What was typed stays until the writer discards it; what is in the
 * conversation word for word was sent.
 */
import { useEffect, useEffectEvent } from 'react';

import type { MessageView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { useSettings } from '../../api/queries';
import { sameAsSent } from '../../api/failures';
import { Notice } from '../../ui/feedback/states';
import { otherSide } from './rules';

interface Written {
  readonly message: string;
  readonly files: readonly File[];
}

/** What may still be done; null while the reply may be sent. `onSent` is told that it was, after all. */
export function useAnsweredMeanwhile(
  thread: MessageView,
  { message, files }: Written,
  busy: boolean,
  onSent: () => void,
): string | null {
  const me = useMe().Person._id;
  const { product } = useSettings();
  const closed = !thread.canReply && !busy && (message !== '' || files.length > 0);
  const last = thread.replies.at(-1);
  const isMine =
    closed &&
    last?.from._id === me &&
    sameAsSent(message, last.message) &&
    last.files.length === files.length;
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    if (isMine) sent();
  }, [isMine]);
  if (!closed || isMine) return null;
  return `You can reply again after ${otherSide(thread, me, product)} answers. Your text is kept here: copy what you still need into a new message, or discard it.`;
}

export function AnsweredMeanwhile({ text }: { readonly text: string }) {
  return (
    <Notice kind="warning" title="This message has been answered in the meantime." live>
      {text}
    </Notice>
  );
}
