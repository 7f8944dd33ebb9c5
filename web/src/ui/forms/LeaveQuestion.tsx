// SPDX-License-Identifier: AGPL-3.0-or-later

// The question before something typed is lost (unsaved.ts), drawn once for the whole app.
import { useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { MAYBE_DONE } from '../feedback/failureText';
import { leaveQuestion } from './unsaved';

export function LeaveQuestion() {
  const asked = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.read);
  if (!asked) return null;
  const { answer, isUnanswered } = asked;
  return (
    <ConfirmDialog
      opened
      title={isUnanswered ? 'Leave without an answer?' : 'Leave without saving?'}
      question={isUnanswered ? MAYBE_DONE : 'What you typed on this page is not saved.'}
      safeLabel="Stay"
      dangerLabel="Leave"
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
