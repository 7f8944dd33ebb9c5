// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The command of a form of the review: done when it is answered, or when its
 * answer was lost and what was sent is seen on the prescription. Without an
 * answer the form stays, and its failure is thrown for it to know.
 */
import { useEffect, useEffectEvent, useState } from 'react';

import type { PrescriptionView } from '../../../api/generated/schema';
import { useMe } from '../../../api/session';
import { isUnanswered } from '../../../ui/feedback/failureText';
import type { AsSent } from '../../../ui/forms/asSent';
import type { Command } from './commands';
import { isAsSent } from './merge';
import type { Review } from './useReview';

type FormCommand = Extract<Command, { kind: 'edit' | 'encounter' }>;

interface Lost {
  readonly command: FormCommand;
  readonly seen: PrescriptionView;
  readonly done: () => void;
  /** The form that it was sent from. */
  readonly form: string | null;
  readonly asSent: AsSent;
}

/** `form` tells which form is open, null where none is. */
export function useFormCommand(
  review: Review,
  prescriptions: readonly PrescriptionView[],
  form: string | null,
) {
  const me = useMe().Person._id;
  const [lost, setLost] = useState<Lost | null>(null);
  const newest = prescriptions.find((one) => one._id === lost?.seen._id);
  // The form is closed: what it sent is no other's.
  if (lost !== null && lost.form !== form) setLost(null);
  const isSeen = lost !== null && newest !== undefined && wasDone(lost, newest, me);
  const end = useEffectEvent(() => lost?.done());
  useEffect(() => {
    // What was typed since is not what was recorded: the form stays, and is asked about.
    if (isSeen && lost.asSent.isAsSent()) end();
  }, [isSeen, lost]);
  return async (
    command: FormCommand,
    seen: PrescriptionView,
    asSent: AsSent,
    done: () => void,
  ): Promise<void> => {
    setLost(null);
    asSent.sends();
    try {
      if (await review.run(command, seen)) done();
    } catch (failure) {
      if (isUnanswered(failure)) setLost({ command, seen, done, form, asSent });
      throw failure;
    }
  };
}

function wasDone({ command, seen }: Lost, newest: PrescriptionView, me: string): boolean {
  if (command.kind === 'edit') return isAsSent(command, seen, newest);
  const before = new Set(seen.encounters.map(({ _id }) => _id));
  return newest.encounters.some(
    ({ _id, kind, start, end, recordedBy }) =>
      !before.has(_id) &&
      recordedBy._id === me &&
      kind === command.how &&
      isSameMoment(start, command.start) &&
      isSameMoment(end, command.end),
  );
}

function isSameMoment(one: string, other: string): boolean {
  return new Date(one).getTime() === new Date(other).getTime();
}
