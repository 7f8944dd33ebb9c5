// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A request that was made while a fee was due, where nothing is charged any
 * more: nobody can pay for it, so this sends it to the doctors.
 */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PrescriptionView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { useCommand } from '../../api/useCommand';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { cacheOwnPrescription, sendWithoutFee } from './commands';

export function SendWithoutFee({ prescription }: { readonly prescription: PrescriptionView }) {
  const settings = useSettings();
  const client = useQueryClient();
  const { busy, run } = useCommand();
  const send = () =>
    run(
      async (key) => {
        cacheOwnPrescription(client, await sendWithoutFee(prescription._id, prescription.person._id, key));
        toast.success('Your request was sent. There is nothing to pay.');
      },
      (failure) => toastFailure(failure, prescription),
    );
  if (!settings.free || prescription.status !== 'CREATED') return null;
  return (
    <Button loading={busy} onClick={() => void send()}>
      Send without a fee
    </Button>
  );
}
