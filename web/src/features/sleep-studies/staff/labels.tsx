// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sentences on an order that the list and the dialog share. */
import type { SleepAssessmentView } from '../../../api/generated/schema';
import { formatDateTime, formatMoney } from '../../../ui/format';
import css from './staff.module.css';

const FAX_LABELS: Readonly<Record<string, string>> = {
  queued: 'Fax queued',
  sending: 'Fax on its way',
  sent: 'Fax handed over, waiting for confirmation',
  delivered: 'Fax delivered',
  failed: 'Fax not delivered',
  unknown: 'Fax not confirmed',
};

/** Where the newest fax and the refund stand; nothing when there is nothing to say. */
export function SleepOrderStatus({ order }: { order: SleepAssessmentView }) {
  const fax = order.fax;
  const lines = [];
  if (fax) {
    // One that was delivered has a reason while somebody is to ask whether it arrived.
    const failed = fax.state === 'failed' || fax.state === 'unknown' || fax.reason !== null;
    const attempts = fax.attempts > 1 ? `, ${fax.attempts} attempts` : '';
    lines.push(
      <p key="fax" className={failed ? css.failed : css.note}>
        {`${FAX_LABELS[fax.state] ?? 'Fax'}, ${formatDateTime(fax.at)}${attempts}.`}
        {fax.reason ? ` ${fax.reason}` : ''}
      </p>,
    );
  }
  const refund = refundText(order);
  if (refund)
    lines.push(
      <p key="refund" className={order.refundState === 'failed' ? css.failed : css.note}>
        {refund}
      </p>,
    );
  return lines.length > 0 ? <div className={css.orderStatus}>{lines}</div> : null;
}

function refundText({ refundState, payment }: SleepAssessmentView): string | null {
  if (refundState === 'intended' || refundState === 'unknown')
    return 'Refund requested. Confirmation will appear here.';
  if (refundState === 'failed') return 'The refund did not go through. Nothing was paid back; try again.';
  if (refundState === 'done' && payment?.refundAmount) {
    const when = payment.refundedAt ? `, ${formatDateTime(payment.refundedAt)}` : '';
    return `Refunded ${formatMoney(payment.refundAmount)}${when}.`;
  }
  return null;
}

/** What the patient paid, in a few words. */
export function paidText(order: SleepAssessmentView): string {
  const { payment } = order;
  if (payment?.chargedAt && payment.chargeAmount) {
    return `${formatMoney(payment.chargeAmount)} paid ${formatDateTime(payment.chargedAt)}`;
  }
  return order.fee.amount === 0 ? 'No fee' : 'Not paid';
}
