// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The Sleep Assessment dialog: the form as it is faxed, page by page, and what
 * can be done with it.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import type { SleepAssessmentView } from '../../api/generated/schema';
import { PdfPages } from '../../features/fax/PdfPages';
import { printPdf } from '../../features/fax/print';
import { ReturnFee } from '../../features/payments/ReturnFee';
import { sleepRequest } from '../../features/sleep-studies/staff/queries';
import { SleepActions } from '../../features/sleep-studies/staff/SleepActions';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toastUnread } from '../../ui/feedback/toastFailure';
import { Notice } from '../../ui/feedback/states';
import { PHONE_WIDTH } from '../../ui/widths';
import css from './sleep.module.css';

interface StaffSleepDialogProps {
  order: SleepAssessmentView;
  mayAct: boolean;
  onClose: () => void;
}

export function StaffSleepDialog({ order, mayAct, onClose }: StaffSleepDialogProps) {
  const narrow = useMediaQuery(PHONE_WIDTH);
  const form = useQuery(sleepRequest(order));
  const file = form.data;
  const print = async (pages: Blob) => {
    try {
      await printPdf(pages);
    } catch (error) {
      toastUnread(error);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size={820}
      fullScreen={narrow ?? false}
      title={
        <span className={css['dialogTitle']}>
          Sleep Assessment <span>{order.label}</span>
        </span>
      }
      footer={
        <SleepActions
          order={order}
          mayAct={mayAct}
          onPrint={file ? () => print(file) : null}
          returnFee={
            <ReturnFee
              label={order.label}
              amount={order.returnable}
              chargeId={order.payment?.chargeId ?? null}
            />
          }
          onClose={onClose}
        />
      }
    >
      {order.hasRequest ? null : (
        <Notice kind="info">
          This is the anonymous preview the patient saw. The request with the patient’s name is created when
          the order is sent.
        </Notice>
      )}
      <div className={css['documentArea']}>
        <PdfPages
          file={file}
          name="Sleep assessment"
          firstPage={1}
          failure={form.error}
          onRetry={() => void form.refetch()}
        />
      </div>
    </Dialog>
  );
}
