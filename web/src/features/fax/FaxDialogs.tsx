// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The two acts of the desk, each behind a dialog: one more copy, and the word
 * of the pharmacy that the fax is there. A repeated press uses the same key,
 * so that a lost answer never sends two.
 */
import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { secondsSincePress } from '../../api/client';
import { ApiError } from '../../api/failures';
import type { FaxDetail } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../ui/dialogs/Dialog';
import { isUnanswered } from '../../ui/feedback/failureText';
import { Notice } from '../../ui/feedback/states';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { offerUndo } from '../../ui/feedback/UndoToast';
import { formatPhone } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { isBlank } from '../../ui/forms/blank';
import { useSeenDone } from '../../ui/forms/asSent';
import { HereAgain } from '../../ui/forms/HereAgain';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import { useUnsaved } from '../../ui/forms/unsaved';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { confirmArrival, sendAgain, undoFax } from './commands';
import { faxBadge, MAX_CHARACTERS } from './labels';
import { faxDetail } from './queries';

type Props = {
  readonly fax: FaxDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Closes the dialog when the act is done; the desk is asked for again. `failed` says what became of it otherwise. */
function useFaxAction(onClose: () => void, failed: (failure: unknown) => void) {
  const { busy, run } = useCommand();
  const client = useQueryClient();
  const act = async (work: (key: string) => Promise<void>): Promise<void> => {
    await run(async (key) => {
      await work(key);
      onClose();
    }, failed);
    await refresh(client, 'fax');
  };
  return { busy, act };
}

const KEPT =
  'Your note was not recorded and is kept below. Check what has changed, then confirm again, or copy the note before you cancel.';

const isOther = (failure: unknown) => failure instanceof ApiError && failure.status === 409;

export function SendAgainDialog({
  fax,
  opened,
  onClose,
  state,
}: Props & { readonly state: string | undefined }) {
  const { busy, act } = useFaxAction(onClose, (failure) => {
    // Nothing is typed here: the desk says what somebody else did.
    if (isOther(failure)) onClose();
    toastFailure(failure, fax);
  });
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
        gone: secondsSincePress(sent),
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

/** What somebody else made of it. */
function changedText(fax: FaxDetail): string {
  const by = fax.confirmedBy;
  if (by !== null) return `${by.FirstName} ${by.LastName} confirmed its arrival.`;
  return `It is now: ${fax.isVoid ? 'Void' : faxBadge(fax).text}.`;
}

export function ConfirmArrivalDialog({ fax, opened, onClose }: Props) {
  const [note, setNote] = useState('');
  const form = useUnsaved(
    opened && note !== '',
    opened ? { name: `arrival ${fax._id}`, typed: note, stored: '', restore: setNote } : null,
  );
  const me = useMe().Person._id;
  const said = () => toast.success(`${fax.subject.label}: arrival confirmed.`);
  const seen = useSeenDone({
    typed: note,
    newest: fax,
    onDone: () => {
      setNote('');
      said();
      onClose();
    },
  });
  /** Somebody else was quicker: what they did is told, and what was typed stays. */
  const [other, setOther] = useState<unknown>(null);
  const { busy, act } = useFaxAction(onClose, (failure) => {
    form.failed(isUnanswered(failure));
    seen.failed(failure);
    if (isOther(failure)) setOther(failure);
    else toastFailure(failure, fax);
  });
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const confirm = () => {
    if (isBlank(note)) {
      setFault('Please write down what was said.');
      document.getElementById(id)?.focus();
      return;
    }
    setOther(null);
    seen.sends(({ confirmedBy }) => confirmedBy?._id === me);
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
          <ReasonedButton onClick={confirm} loading={busy} reason={opened ? fax.canConfirm : null}>
            Confirm
          </ReasonedButton>
        </>
      }
    >
      {other !== null && (
        <Notice kind="warning" live title="This fax was changed in the meantime">
          <p>{`${changedText(fax)} ${KEPT}`}</p>
        </Notice>
      )}
      <HereAgain of={form} /> <p>{`${fax.recipientName} confirmed by phone that every page arrived.`}</p>
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
