/** The sentences on an order that the list and the dialog share. */
import type { SleepAssessment } from '../../../api/types';
import { dateTime, money } from '../../../ui/format';
import css from './staff.module.css';

const FAX_WORDS: Readonly<Record<string, string>> = {
  queued: 'Fax queued',
  sending: 'Fax on its way',
  sent: 'Fax handed over, waiting for confirmation',
  delivered: 'Fax delivered',
  failed: 'Fax not delivered',
  unknown: 'Fax not confirmed',
};

/** Where the newest fax and the refund stand; nothing when there is nothing to say. */
export function Standing({ order }: { order: SleepAssessment }) {
  const fax = order.fax;
  const lines = [];
  if (fax) {
    const failed = fax.state === 'failed' || fax.state === 'unknown';
    const attempts = fax.attempts > 1 ? `, ${fax.attempts} attempts` : '';
    lines.push(
      <p key="fax" className={failed ? css.failed : css.note}>
        {`${FAX_WORDS[fax.state] ?? 'Fax'}, ${dateTime(fax.at)}${attempts}.`}
        {fax.reason ? ` ${fax.reason}` : ''}
      </p>,
    );
  }
  const refund = refundWords(order);
  if (refund)
    lines.push(
      <p key="refund" className={order.refundState === 'failed' ? css.failed : css.note}>
        {refund}
      </p>,
    );
  return lines.length > 0 ? <div className={css.standing}>{lines}</div> : null;
}

function refundWords({ refundState, payment }: SleepAssessment): string | null {
  if (refundState === 'intended' || refundState === 'unknown')
    return 'Refund requested. Confirmation will appear here.';
  if (refundState === 'failed') return 'The refund did not go through. Nothing was paid back; try again.';
  if (refundState === 'done' && payment?.refundAmount) {
    const when = payment.refundedAt ? `, ${dateTime(payment.refundedAt)}` : '';
    return `Refunded ${money(payment.refundAmount)}${when}.`;
  }
  return null;
}

/** What the patient paid, in a few words. */
export function paidWords(order: SleepAssessment): string {
  const { payment } = order;
  if (payment?.chargedAt && payment.chargeAmount) {
    return `${money(payment.chargeAmount)} paid ${dateTime(payment.chargedAt)}`;
  }
  return order.fee.amount === 0 ? 'No fee' : 'Not paid';
}
