/** The sentence on top of a finished request: faxed where, or refunded what. */
import { Notice } from '../../ui/feedback/states';
import type { PrescriptionView } from '../../api/types';
import { money } from '../../ui/format';
import { cardWords, faxTrouble, pharmacyOf } from './story';

export function OutcomeNotice({ prescription }: { prescription: PrescriptionView }) {
  const { status, payment } = prescription;
  const paidBack = payment?.refundAmount ?? 0;
  const trouble = faxTrouble(prescription);
  if (trouble !== null)
    return (
      <Notice kind="warning" title={`The fax to ${pharmacyOf(prescription).name} did not go through.`}>
        {trouble}. You need not do anything.
        {prescription.fax?.reason ? ` Reason: ${prescription.fax.reason}` : ''}
      </Notice>
    );
  if (status === 'FAXED')
    return (
      <Notice kind="success" title={`Your prescription was faxed to ${pharmacyOf(prescription).name}.`}>
        It should arrive within 24 hours of the confirmation e-mail. Call ahead before you pick it up.
      </Notice>
    );
  if (status === 'REFUNDED' && paidBack > 0) {
    const faxed = prescription.statuses.some((entry) => entry.code === 'FAXED');
    return (
      <Notice
        kind="info"
        title={`We refunded ${money(paidBack)} to your ${cardWords(prescription) ?? 'card'}.`}
      >
        Your bank may take a few days to show it.
        {faxed ? '' : ' Nothing was faxed to your pharmacy.'}
      </Notice>
    );
  }
  return null;
}
