// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sentence on top of a finished request: faxed where, or refunded what. */
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { Notice } from '../../ui/feedback/states';
import type { PrescriptionView } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';
import { staffLabel } from '../../ui/status/staffStatuses';
import css from './outcome.module.css';
import { outcomeText, wayOf } from './outcome';
import { cardText } from './payment';
import {
  CHANGING,
  COMES_AGAIN,
  hasArrived,
  hasFaxFailed,
  isVoid,
  isVoiding,
  LOOKED_AFTER,
  nextText,
  pharmacyOf,
  SENT_IS_VOID,
} from './timeline';

interface NoticeProps {
  prescription: PrescriptionView;
  /** Staff read their own word for what was not approved. */
  forPatient: boolean;
  /** Beside what says that it was faxed. */
  action?: ReactNode;
}

export function OutcomeNotice({ prescription, forPatient, action }: NoticeProps) {
  const { status, payment } = prescription;
  const paidBack = payment?.refundAmount ?? 0;
  if (hasFaxFailed(prescription))
    return (
      <Notice kind="warning" title="The fax did not go through.">
        {forPatient ? LOOKED_AFTER : 'It is on the fax desk.'}
        {forPatient && prescription.pharmacyRefused === null ? ' You don’t need to do anything.' : ''}
        {prescription.fax?.reason ? ` Reason: ${prescription.fax.reason}` : ''}
      </Notice>
    );
  const newest = prescription.copies[0];
  if (isVoiding(prescription))
    return (
      <Notice kind="warning" title="The prescription that was sent is being cancelled.">
        {forPatient ? CHANGING : ''} {newest?.void?.forPatient}
        {forPatient ? ' You won’t be charged for it.' : ''}
      </Notice>
    );
  if (isVoid(prescription))
    return (
      <Notice kind="info" title={SENT_IS_VOID}>
        {newest?.void?.forPatient}{' '}
        {forPatient
          ? COMES_AGAIN
          : 'A doctor will issue it again at no charge; the patient is notified when it is sent.'}
      </Notice>
    );
  const paper =
    newest?.state === 'delivered'
      ? 'It was handed over. It is valid at this pharmacy only.'
      : 'The clinic will hand it over. It is valid at this pharmacy only.';
  const words = outcomeText(prescription, forPatient ? undefined : staffLabel('REJECTED'));
  const isFaxed = wayOf(prescription) === 'faxed';
  if (words !== undefined)
    return (
      <Notice
        kind={isFaxed ? 'success' : 'info'}
        icon={isFaxed ? IconPrinter : undefined}
        title={<span className={css.headline}>{words}</span>}
        action={action}
      >
        {nextText(prescription, forPatient)}
        {newest?.way === 'paper' ? ` ${paper}` : ''}
        {forPatient && paidBack > 0 ? ' The refund may take a few days to appear on your statement.' : ''}
      </Notice>
    );
  if (newest?.way === 'paper')
    return (
      <Notice
        kind="info"
        title={`${forPatient ? 'Your' : 'The'} prescription was printed for ${newest.pharmacyName}.`}
      >
        {paper}
      </Notice>
    );
  const { name } = pharmacyOf(prescription);
  if (status === 'FAXED' && hasArrived(prescription))
    return (
      <Notice
        kind="success"
        icon={IconPrinter}
        title={`${name} has ${forPatient ? 'your' : 'the'} prescription.`}
        action={action}
      >
        {nextText(prescription, forPatient)}
      </Notice>
    );
  if (status === 'FAXED')
    return (
      <Notice
        kind="success"
        icon={IconPrinter}
        title={`${forPatient ? 'Your' : 'The'} prescription was faxed to ${name}.`}
        action={action}
      >
        {forPatient
          ? 'It should arrive within 24 hours of the confirmation email. Call ahead before you pick it up.'
          : null}
      </Notice>
    );
  if (status === 'REFUNDED' && paidBack > 0) {
    const faxed = prescription.statuses.some((entry) => entry.code === 'FAXED');
    return (
      <Notice
        kind="info"
        title={
          forPatient
            ? `We refunded ${formatMoney(paidBack)} to your ${cardText(prescription) ?? 'card'}.`
            : `${formatMoney(paidBack)} was refunded to the patient’s ${cardText(prescription) ?? 'card'}.`
        }
      >
        {forPatient ? 'It may take a few days to appear on your statement.' : null}
        {faxed ? '' : ' Nothing was faxed to the pharmacy.'}
      </Notice>
    );
  }
  return null;
}
