// SPDX-License-Identifier: AGPL-3.0-or-later

// The welcome of the first sign-in. OK remembers that it was read, also when the server answers late.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { markWelcomeRead } from './commands';

export function Welcome({ me }: { readonly me: UserView }) {
  const settings = useSettings();
  const read = useMutation({
    mutationFn: () => markWelcomeRead(me.Person._id),
    onSettled: () => session.setUser({ ...me, isFirstLoginShow1: false }),
    onError: (failure) => toastFailure(failure),
  });
  return (
    <Dialog
      opened
      closable={false}
      onClose={() => read.mutate()}
      title={`Welcome to ${settings.product}, ${me.Person.FirstName}`}
      footer={
        <Button data-autofocus loading={read.isPending} onClick={() => read.mutate()}>
          OK
        </Button>
      }
    >
      <p>
        Salal lets you renew medications you already take. You enter your medical information once, choose the
        medications and your pharmacy, and a doctor reviews the request. Review may take up to 24 hours.
      </p>
      <p>In an emergency, call 9-1-1. This service is not for new or urgent problems.</p>
    </Dialog>
  );
}
