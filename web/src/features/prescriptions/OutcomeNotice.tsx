/** The sentence on top of a finished request: faxed where, or refunded what. */
import { Notice } from '../../ui/feedback/states';
import type { PrescriptionView } from '../../api/types';
import { money } from '../../ui/format';
import { outcomeWords } from './outcome';
import { cardWords, CHANGING, faxTrouble, isVoiding, LOOKED_AFTER, pharmacyOf } from './story';

export function OutcomeNotice({ prescription }: { prescription: PrescriptionView }) {
  const { status, payment } = prescription;
  const paidBack = payment?.refundAmount ?? 0;
  const trouble = faxTrouble(prescription);
  if (trouble !== null)
    return (
      <Notice kind="warning" title="The fax did not go through.">
        {LOOKED_AFTER} You need not do anything.
        {prescription.fax?.reason ? ` Reason: ${prescription.fax.reason}` : ''}
      </Notice>
    );
  const newest = prescription.copies[0];
  if (isVoiding(prescription))
    return (
      <Notice kind="warning" title="The prescription that was sent is being cancelled.">
        {CHANGING} {newest?.void?.forPatient} You pay nothing for it.
      </Notice>
    );
  if (newest?.void)
    return (
      <Notice kind="info" title="The prescription that was sent before is void.">
        {newest.void.forPatient} A doctor issues it again; you pay nothing for that, and you are told when it
        leaves. Please do not pick anything up on the one before.
      </Notice>
    );
  if (newest?.way === 'paper')
    return (
      <Notice kind="info" title={`Your prescription was printed for ${newest.pharmacyName}.`}>
        {newest.state === 'delivered'
          ? 'It was handed over. It is valid at this pharmacy only.'
          : 'The clinic hands it over. It is valid at this pharmacy only.'}
      </Notice>
    );
  const words = outcomeWords(prescription);
  if (words !== null) {
    const left = status === 'FAXED' || prescription.statuses.some((entry) => entry.code === 'FAXED');
    return (
      <Notice kind={left ? 'success' : 'info'} title={words.charAt(0).toUpperCase() + words.slice(1)}>
        {left
          ? `It was faxed to ${pharmacyOf(prescription).name}. Call ahead before you pick it up.`
          : prescription.medications.some((line) => line.status === 'Approved')
            ? `What was approved goes to ${pharmacyOf(prescription).name} by fax.`
            : 'Nothing is faxed to your pharmacy.'}
        {paidBack > 0 ? ' Your bank may take a few days to show the refund.' : ''}
      </Notice>
    );
  }
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
