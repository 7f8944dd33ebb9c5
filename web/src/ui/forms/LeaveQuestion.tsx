// SPDX-License-Identifier: AGPL-3.0-or-later

// The question before something typed is lost (unsaved.ts), drawn once for the whole app.
import { useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import { leaveQuestion } from './unsaved';

export function LeaveQuestion() {
  const answer = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.read);
  if (!answer) return null;
  return (
    <ConfirmDialog
      opened
      title="Leave without saving?"
      question="What you typed on this page is not saved."
      safeLabel="Stay"
      dangerLabel="Leave"
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
