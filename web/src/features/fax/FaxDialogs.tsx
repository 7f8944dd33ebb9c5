// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The two acts of the desk, each behind a dialog: one more copy, and the word
 * of the pharmacy that the fax is there. A repeated press uses the same key,
 * so that a lost answer never sends two.
 */
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';

import { ApiError } from '../../api/failures';
import type { FaxDetail } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { isUnanswered } from '../../ui/feedback/failureText';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { offerUndo } from '../../ui/feedback/UndoToast';
import { formatPhone } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { isBlank } from '../../ui/forms/blank';
import { type AsSent, useAsSent } from '../../ui/forms/asSent';
import { type Own, useUnsaved } from '../../ui/forms/unsaved';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { confirmArrival, sendAgain, undoFax } from './commands';
import { MAX_CHARACTERS } from './labels';
import { faxDetail } from './queries';

type Props = {
  readonly fax: FaxDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Closes the dialog when the act is done, or somebody else was quicker; the desk is asked for again. `lost`: without an answer. */
function useFaxAction(fax: FaxDetail, onClose: () => void, form?: Own, asSent?: AsSent) {
  const { busy, run } = useCommand();
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const act = async (work: (key: string) => Promise<void>): Promise<void> => {
    setLost(false);
    asSent?.sends();
    await run(
      async (key) => {
        await work(key);
        onClose();
      },
      (failure) => {
        if (failure instanceof ApiError && failure.status === 409) onClose();
        form?.failed(isUnanswered(failure));
        setLost(isUnanswered(failure));
        toastFailure(failure, fax);
      },
    );
    await refresh(client, 'fax');
  };
  return { busy, lost, act };
}

export function SendAgainDialog({
  fax,
  opened,
  onClose,
  state,
}: Props & { readonly state: string | undefined }) {
  const { busy, act } = useFaxAction(fax, onClose);
  const { undoSeconds } = useSettings();
  const client = useQueryClient();
  const go = useGo();
  const send = () =>
    void act(async (key) => {
      const sent = await sendAgain(fax, key);
      client.setQueryData(faxDetail(sent._id).queryKey, sent);
      const said = toast.info('Queue prescription fax in progress...');
      offerUndo({
        said,
        text: `Copy ${sent.copy} of ${sent.subject.label} to ${sent.recipientName}`,
        seconds: undoSeconds,
        undo: async () => {
          await undoFax(sent._id);
          await refresh(client, 'fax');
          go(paths.faxDesk({ state, fax: fax._id }), { replace: true });
        },
      });
      go(paths.faxDesk({ state, fax: sent._id }), { replace: true });
    });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={send}
      busy={busy}
      danger={false}
      title={`Send ${fax.subject.label} again`}
      safeLabel="Cancel"
      dangerLabel="Send again"
      question={
        <>
          <p>
            {`The same pages will go to ${fax.recipientName}, ${formatPhone(fax.toNumber)}. The cover sheet will say it is a re-sent copy.`}
          </p>
          <p>This copy does not count against those that the patient may send by the link.</p>
        </>
      }
    />
  );
}

export function ConfirmArrivalDialog({ fax, opened, onClose }: Props) {
  const [note, setNote] = useState('');
  const form = useUnsaved(opened && note !== '');
  const asSent = useAsSent(note);
  const { busy, lost, act } = useFaxAction(fax, onClose, form, asSent);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const said = () => toast.success(`${fax.subject.label}: arrival confirmed.`);
  const me = useMe().Person._id;
  const isSeen = opened && lost && fax.confirmedBy?._id === me;
  const end = useEffectEvent(() => {
    said();
    onClose();
  });
  useEffect(() => {
    if (isSeen && asSent.isAsSent()) end();
  }, [isSeen, asSent]);
  const confirm = () => {
    if (isBlank(note)) {
      setFault('Please write down what was said.');
      document.getElementById(id)?.focus();
      return;
    }
    void act(async (key) => {
      await confirmArrival(fax, note.trim(), key);
      setNote('');
      said();
    });
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Confirm that ${fax.subject.label} arrived`}
      footer={
        <>
          <CancelButton onCancel={onClose} disabled={busy} />
          <Button onClick={confirm} loading={busy}>
            Confirm
          </Button>
        </>
      }
    >
      <p>{`${fax.recipientName} confirmed by phone that every page arrived.`}</p>
      <Textarea
        id={id}
        data-autofocus
        label="Who confirmed it, and what they said"
        description="Your name and the time will be added. It can’t be edited later."
        autosize
        minRows={3}
        maxLength={MAX_CHARACTERS}
        value={note}
        error={fault}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setFault(null);
        }}
      />
    </Dialog>
  );
}
