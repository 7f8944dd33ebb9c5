// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sentence on top of a finished request: faxed where, or refunded what. */
import { Notice } from '../../ui/feedback/states';
import type { PrescriptionView } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';
import { outcomeText } from './outcome';
import { cardText, CHANGING, faxFailureText, isVoiding, LOOKED_AFTER, pharmacyOf } from './timeline';

export function OutcomeNotice({ prescription }: { prescription: PrescriptionView }) {
  const { status, payment } = prescription;
  const paidBack = payment?.refundAmount ?? 0;
  const faxFailure = faxFailureText(prescription);
  if (faxFailure !== null)
    return (
      <Notice kind="warning" title="The fax did not go through.">
        {LOOKED_AFTER} {prescription.pharmacyRefused === null ? 'You don’t need to do anything.' : ''}
        {prescription.fax?.reason ? ` Reason: ${prescription.fax.reason}` : ''}
      </Notice>
    );
  const newest = prescription.copies[0];
  if (isVoiding(prescription))
    return (
      <Notice kind="warning" title="The prescription that was sent is being cancelled.">
        {CHANGING} {newest?.void?.forPatient} You won’t be charged for it.
      </Notice>
    );
  if (newest?.void)
    return (
      <Notice kind="info" title="The prescription that was sent before is void.">
        {newest.void.forPatient} A doctor will issue it again at no charge, and you will be told when it is
        sent. Please do not pick anything up with the earlier one.
      </Notice>
    );
  if (newest?.way === 'paper')
    return (
      <Notice kind="info" title={`Your prescription was printed for ${newest.pharmacyName}.`}>
        {newest.state === 'delivered'
          ? 'It was handed over. It is valid at this pharmacy only.'
          : 'The clinic will hand it over. It is valid at this pharmacy only.'}
      </Notice>
    );
  const words = outcomeText(prescription);
  if (words !== null) {
    const left = status === 'FAXED' || prescription.statuses.some((entry) => entry.code === 'FAXED');
    return (
      <Notice kind={left ? 'success' : 'info'} title={words.charAt(0).toUpperCase() + words.slice(1)}>
        {left
          ? `It was faxed to ${pharmacyOf(prescription).name}. Call ahead before you pick it up.`
          : prescription.medications.some((line) => line.status === 'Approved')
            ? `What was approved will be faxed to ${pharmacyOf(prescription).name}.`
            : 'Nothing will be faxed to your pharmacy.'}
        {paidBack > 0 ? ' The refund may take a few days to appear on your statement.' : ''}
      </Notice>
    );
  }
  if (status === 'FAXED')
    return (
      <Notice kind="success" title={`Your prescription was faxed to ${pharmacyOf(prescription).name}.`}>
        It should arrive within 24 hours of the confirmation email. Call ahead before you pick it up.
      </Notice>
    );
  if (status === 'REFUNDED' && paidBack > 0) {
    const faxed = prescription.statuses.some((entry) => entry.code === 'FAXED');
    return (
      <Notice
        kind="info"
        title={`We refunded ${formatMoney(paidBack)} to your ${cardText(prescription) ?? 'card'}.`}
      >
        It may take a few days to appear on your statement.
        {faxed ? '' : ' Nothing was faxed to your pharmacy.'}
      </Notice>
    );
  }
  return null;
}
