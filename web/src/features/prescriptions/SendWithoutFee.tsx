// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A request that was made while a fee was due, where nothing is charged any
 * more: nobody can pay for it, so this sends it to the doctors.
 */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../../api/client';
import type { PrescriptionView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { toast } from '../../ui/feedback/toasts';
import { cacheOwnPrescription, sendWithoutFee } from './commands';

export function SendWithoutFee({ prescription }: { readonly prescription: PrescriptionView }) {
  const settings = useSettings();
  const client = useQueryClient();
  const click = useRef(newIdempotencyKey());
  const send = useMutation({
    mutationFn: () => sendWithoutFee(prescription._id, prescription.person._id, click.current),
    onSuccess: (sent) => {
      cacheOwnPrescription(client, sent);
      toast.success('Your request was sent. There is nothing to pay.');
    },
    onError: (failure) => {
      click.current = newIdempotencyKey();
      toast.error(failure.message);
    },
  });
  if (!settings.free || prescription.status !== 'CREATED') return null;
  return (
    <Button loading={send.isPending} onClick={() => send.mutate()}>
      Send without a fee
    </Button>
  );
}
