// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Office and administrators return the fee of a cancelled order, of whatever kind, with a reason that the patient reads
 * too (decision 175). What may be returned is the server's own amount; nothing is offered where it is none.
 */
import { Button, Textarea } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { secondsSincePress } from '../../api/client';
import { currentSettings } from '../../api/queries';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toast } from '../../ui/feedback/toasts';
import { offerUndo } from '../../ui/feedback/UndoToast';
import { formatMoney } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { returnFee, undoRefund } from './commands';

interface ReturnFeeProps {
  /** The order's label. */
  readonly label: string;
  /** What may be returned now; 0 for nothing. */
  readonly amount: number;
  readonly chargeId: string | null;
}

export function ReturnFee({ label, amount, chargeId }: ReturnFeeProps) {
  const me = useMe();
  /** What it was opened for: it stays, with the reason that is typed, also when nothing may be returned any more. */
  const [opened, setOpened] = useState<{ amount: number; chargeId: string } | null>(null);
  const may = me.Role === 'ROLE_OFFICE' || me.Role === 'ROLE_ADMIN';
  if (!may) return null;
  return (
    <>
      {amount > 0 && chargeId !== null && (
        <Button
          variant="outline"
          color="arbutus"
          leftSection={<IconReceiptRefund size={16} aria-hidden="true" />}
          onClick={() => setOpened({ amount, chargeId })}
        >
          Return {formatMoney(amount)}
        </Button>
      )}
      {opened !== null && <ReturnDialog label={label} {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface ReturnDialogProps {
  readonly label: string;
  readonly amount: number;
  readonly chargeId: string;
  readonly onClose: () => void;
}

function ReturnDialog({ label, amount, chargeId, onClose }: ReturnDialogProps) {
  const client = useQueryClient();
  const { busy, run, changed } = useCommand();
  const { values, field, faults } = useFaultedForm(
    `return ${chargeId}`,
    { reason: '' },
    { onChange: changed },
  );
  const send = async () => {
    const work = async (key: string) => {
      const answer = await returnFee(chargeId, values.reason, key);
      if (answer.state === 'waiting')
        offerUndo({
          text: `Return of ${formatMoney(amount)} for ${label}`,
          seconds: currentSettings().undoSeconds,
          gone: secondsSincePress(answer),
          undo: () => undoRefund(chargeId),
        });
      else toast.info(answer.message);
      onClose();
    };
    await run(work, faults.fromError);
    await Promise.all([refresh(client, 'prescription'), refresh(client, 'sleep')]);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Return the fee of ${label}`}
      footer={
        <>
          <CancelButton disabled={busy} onCancel={onClose} data-autofocus />
          <Button className="s-danger" loading={busy} onClick={() => void send()}>
            Return {formatMoney(amount)}
          </Button>
        </>
      }
    >
      <ErrorSummary faults={faults.faults} round={faults.round} />
      <HereAgain of={faults.leave} />
      <p>It goes back to the card or wallet that paid, and the patient is notified.</p>
      <Textarea label="Reason" description="The patient reads it too." rows={3} {...field('reason')} />
    </Dialog>
  );
}
