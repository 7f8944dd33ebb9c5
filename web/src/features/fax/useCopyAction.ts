// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One act on a copy, done once however often it is pressed; what somebody else
 * did meanwhile is shown, and the dialog goes. It goes too when its answer was
 * lost and what it was pressed for is seen on the prescription.
 */
import { useEffect, useEffectEvent, useState } from 'react';

import { ApiError } from '../../api/failures';
import type { PrescriptionView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { unansweredText, wordsOf } from '../../ui/feedback/failureText';
import type { AsSent } from '../../ui/forms/asSent';
import type { Own } from '../../ui/forms/unsaved';

/** `me` is who pressed: the same act of somebody else is no answer to it. */
type Seen = (newest: PrescriptionView, me: string) => boolean;

interface Refusal {
  readonly text: string;
  /** Of a lost answer: the version that it is said of, and whether a later one shows that it was done. */
  readonly unanswered: { readonly version: number; readonly isDone: Seen } | null;
}

interface CopyAction {
  readonly prescription: PrescriptionView;
  /** What is typed for it. */
  readonly form?: Own;
  readonly asSent?: AsSent;
  readonly onChanged: (newest: PrescriptionView) => void;
  readonly onClose: () => void;
}

function isPrescription(value: unknown): value is PrescriptionView {
  return typeof value === 'object' && value !== null && 'copies' in value && 'version' in value;
}

export function useCopyAction({ prescription, form, asSent, onChanged, onClose }: CopyAction) {
  const { version } = prescription;
  const me = useMe().Person._id;
  const { busy, run } = useCommand();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const end = (newest: PrescriptionView) => {
    onChanged(newest);
    onClose();
  };
  /** `isDone` tells from a prescription whether it was done as it is sent now. */
  const act = (work: (key: string) => Promise<PrescriptionView>, isDone: Seen): Promise<void> =>
    run(
      async (key) => {
        setRefusal(null);
        asSent?.sends();
        end(await work(key));
      },
      (error) => {
        if (error instanceof ApiError && isPrescription(error.current)) onChanged(error.current);
        const unanswered = unansweredText(error);
        form?.failed(unanswered !== null);
        setRefusal({
          text: wordsOf(error),
          unanswered: unanswered === null ? null : { version, isDone },
        });
      },
    );
  const wasDone =
    refusal !== null && refusal.unanswered !== null && refusal.unanswered.isDone(prescription, me);
  const seen = useEffectEvent(() => end(prescription));
  useEffect(() => {
    // What was typed since is no longer what was recorded: it stays, with what the prescription says now.
    if (wasDone && !busy && (asSent?.isAsSent() ?? true)) seen();
  }, [wasDone, busy, asSent]);
  // Without an answer it is over with the state in which it was pressed.
  const isOver = refusal === null || (refusal.unanswered !== null && refusal.unanswered.version !== version);
  return { busy, refusal: isOver ? null : refusal.text, act };
}
