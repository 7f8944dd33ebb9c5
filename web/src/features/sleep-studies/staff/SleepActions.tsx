// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The footer of the Sleep Assessment dialog: where it is faxed to, Print, Refund
 * and Fax. Each act is one command a press, repeated with the same key when the
 * answer got lost; a fax or refund leaves some seconds later and can be taken
 * back until then. Refund is not offered while the service is free.
 */
import { Button } from '@mantine/core';
import { IconBuildingHospital, IconPrinter, IconReceiptRefund, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';

import type { SleepAssessmentView } from '../../../api/generated/schema';
import { useSettings } from '../../../api/queries';
import { refresh } from '../../../api/refresh';
import { useCommand } from '../../../api/useCommand';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { BusyOverlay } from '../../../ui/feedback/BusyOverlay';

import { toast } from '../../../ui/feedback/toasts';
import { offerUndo } from '../../../ui/feedback/UndoToast';
import { useQueuedUndo } from '../../../ui/feedback/useQueuedUndo';
import { formatMoney } from '../../../ui/format';
import { ReasonedButton } from '../../../ui/forms/ReasonedButton';
import { Kbd } from '../../../ui/Kbd';
import { useSendKey } from '../../../ui/keyboard/useSendKey';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import { queueSleepFax, refundSleep, cacheSleepOrder, undoSleepFax } from './commands';
import css from './staff.module.css';
import { SleepOrderStatus } from './labels';

interface SleepActionsProps {
  order: SleepAssessmentView;
  mayAct: boolean;
  /** Prints the pages; null while they are not there. */
  onPrint: (() => Promise<void>) | null;
  /** The return of a cancelled order's fee, which belongs to another feature. */
  returnFee: ReactNode;
  onClose: () => void;
}

export function SleepActions({ order, mayAct, onPrint, returnFee, onClose }: SleepActionsProps) {
  const client = useQueryClient();
  const settings = useSettings();
  const faxing = useCommand();
  const refunding = useCommand();
  const printing = useCommand();
  const busy = faxing.busy || refunding.busy || printing.busy;
  const [asking, setAsking] = useState(false);
  const clinic = order.sleepClinic;
  const again = order.fax !== null;

  const undoable = useQueuedUndo(order.fax, {
    text: `Fax of ${order.label} to ${clinic.name}`,
    seconds: settings.undoSeconds,
    undo: undoSleepFax,
    saying: 'Queue sleep assessment fax in progress...',
  });
  const fax = async () => {
    if (busy) return;
    const work = async (key: string) => {
      const newest = await undoable.ask(() => queueSleepFax(order, key));
      toast.success('Queue sleep assessment fax success.');
      undoable.answered(newest.fax);
      cacheSleepOrder(client, newest);
      onClose();
    };
    await faxing.run(work, (failure) => toastFailure(failure, order), order._id);
  };

  const refund = async () => {
    if (busy) return;
    const work = async (key: string) => {
      const { view, undo, gone } = await refundSleep(order, key);
      if (view) cacheSleepOrder(client, view);
      if (undo)
        offerUndo({
          text: `Refund of ${formatMoney(order.refundable)} for ${order.label}`,
          seconds: settings.undoSeconds,
          gone,
          undo,
        });
      else if (view) toast.success('Refund sleep assessment payment successful.');
      else toast.info('Refund requested.', 'Confirmation will appear on the order.');
      onClose();
    };
    await refunding.run(work, (failure) => toastFailure(failure, order), [order._id, order.refundable]);
    // It stays open after a failure: a repeat of what was not answered is the same command.
    setAsking(false);
    await refresh(client, 'sleep');
  };

  const footer = useRef<HTMLDivElement>(null);
  useSendKey(footer, () => {
    if (mayAct && order.canFax === null) void fax();
  });

  return (
    <div ref={footer} className={css.footer}>
      <BusyOverlay visible={faxing.busy || refunding.busy} />
      <IconBuildingHospital size={20} aria-hidden="true" className={css.icon} />
      <div className={css.to}>
        <p className={css.toName}>
          {clinic.name} · Fax <PhoneNumber number={order.faxNumber} />
        </p>
        {order.fax || order.refundState ? (
          <SleepOrderStatus order={order} />
        ) : (
          <p className={css.note}>{order.hasRequest ? 'Not faxed yet.' : 'The request is not made yet.'}</p>
        )}
      </div>
      <Button
        variant="default"
        disabled={onPrint === null}
        loading={printing.busy}
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => {
          if (onPrint && !busy) void printing.run(onPrint, (failure) => toastFailure(failure, order));
        }}
      >
        Print
      </Button>
      {mayAct && !settings.free && order.refundable > 0 ? (
        <Button
          variant="outline"
          color="arbutus"
          leftSection={<IconReceiptRefund size={16} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          Refund {formatMoney(order.refundable)}
        </Button>
      ) : null}
      {returnFee}
      {mayAct ? (
        <ReasonedButton
          reason={order.canFax}
          loading={faxing.busy}
          leftSection={<IconSend size={16} aria-hidden="true" />}
          rightSection={
            order.canFax === null ? (
              <span aria-hidden="true" className={css.keycap}>
                <Kbd>Ctrl ↵</Kbd>
              </span>
            ) : undefined
          }
          onClick={() => void fax()}
        >
          {again ? 'Re-Fax' : 'Fax'}
        </ReasonedButton>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={`Refund ${order.label}`}
        question="You are about to refund the sleep assessment, are you sure?"
        safeLabel="Cancel"
        dangerLabel={`Refund ${formatMoney(order.refundable)}`}
        busy={refunding.busy}
        onConfirm={() => void refund()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
