// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Cancelling one's own request, after the specification's question. What it does
 * with the fee is said by the server, and is sent back with the version that said
 * it: a request that was paid meanwhile is not cancelled (decisions 41 and 175).
 */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PrescriptionView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { cacheOwnPrescription, cancelPrescription } from './commands';

interface CancelRequestProps {
  prescription: PrescriptionView;
  /** The words of the button that asks. */
  label: string;
}

export function CancelRequest({ prescription, label }: CancelRequestProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useCommand();
  const cancel = () =>
    run(
      async (key) => {
        cacheOwnPrescription(queries, await cancelPrescription(prescription, key));
        setAsking(false);
      },
      (failure) => {
        setAsking(false);
        toastFailure(failure, prescription);
        void refresh(queries, 'prescription');
      },
      [prescription._id, prescription.version],
    );
  if (!prescription.canCancel) return null;
  return (
    <>
      <Button variant="subtle" color="arbutus" className="s-danger-quiet" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Cancel prescription ${prescription.label}`}
        question={
          <>
            <p>Are you sure you want to cancel this prescription?</p>
            <p>{prescription.cancelEffect}</p>
          </>
        }
        safeLabel="Don't Cancel Prescription"
        dangerLabel="Yes, I am sure"
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
