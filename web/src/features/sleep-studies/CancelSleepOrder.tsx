// SPDX-License-Identifier: AGPL-3.0-or-later

/** Withdrawing an order that is not paid, after a question. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SleepAssessmentView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { cancelSleepOrder } from './commands';

export function CancelSleepOrder({ order }: { order: SleepAssessmentView }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useCommand();
  const done = () => {
    setAsking(false);
    void refresh(queries, 'sleep');
  };
  const cancel = () =>
    run(
      async (key) => {
        await cancelSleepOrder(order, key);
        done();
      },
      (failure) => {
        toastFailure(failure, order);
        done();
      },
      order._id,
    );
  if (!order.canCancel) return null;
  return (
    <>
      <Button
        variant="subtle"
        className="s-danger-quiet"
        aria-label={`Cancel ${order.label}`}
        onClick={() => setAsking(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Cancel sleep study ${order.label}`}
        question={
          <>
            <p>Are you sure you want to cancel this sleep study? Nothing has been sent to the clinic.</p>
            <p>{order.cancelEffect}</p>
          </>
        }
        safeLabel="Keep it"
        dangerLabel="Yes, I am sure"
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
