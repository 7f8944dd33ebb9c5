// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Asks before money goes back, then refunds the rejected part of the charge.
 * The amount is the server's; an outcome that is not known yet is said to be
 * so and never asked for again from here.
 */
import { useQueryClient } from '@tanstack/react-query';

import type { PrescriptionView } from '../../../api/generated/schema';
import { currentSettings } from '../../../api/queries';
import { refresh } from '../../../api/refresh';
import { useCommand } from '../../../api/useCommand';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { toast } from '../../../ui/feedback/toasts';
import { offerUndo } from '../../../ui/feedback/UndoToast';
import { formatMoney } from '../../../ui/format';
import { refundPrescription } from './commands';
import { cachePrescription } from './queries';

type Props = { prescription: PrescriptionView | null; onClose: () => void };

export function RefundDialog({ prescription, onClose }: Props) {
  const client = useQueryClient();
  const { busy, run } = useCommand();

  const refund = async (view: PrescriptionView) => {
    if (busy) return;
    const work = async (key: string) => {
      const { settled, undo, gone, view: newest } = await refundPrescription(view, key);
      if (newest) cachePrescription(client, newest);
      if (undo)
        offerUndo({
          text: `Refund of ${formatMoney(view.refundable)} for ${view.label}`,
          seconds: currentSettings().undoSeconds,
          gone,
          undo,
        });
      else if (settled) toast.success('Refund prescription payment successful.');
      else toast.info('Refund requested.', 'Confirmation will appear on the prescription.');
    };
    await run(work, (failure) => toastFailure(failure, view), [view._id, view.refundable]);
    await refresh(client, 'prescription');
    onClose();
  };

  return (
    <ConfirmDialog
      opened={prescription !== null}
      title="Refund confirmation"
      question="You are about to refund one or more prescriptions, are you sure?"
      safeLabel="Cancel"
      dangerLabel={prescription ? `Refund ${formatMoney(prescription.refundable)}` : 'Refund'}
      busy={busy}
      danger
      onConfirm={() => {
        if (prescription) void refund(prescription);
      }}
      onClose={onClose}
    />
  );
}
