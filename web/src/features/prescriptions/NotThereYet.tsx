// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a patient does when the pharmacy says that it has nothing, once the fax has left: what is known of the fax, then
 * the pharmacy, then the clinic, in the order in which to ask.
 */
import { Button } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';

import type { PrescriptionView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { Dialog } from '../../ui/dialogs/Dialog';
import { callAddress, formatDateTime, formatPhone } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import css from './outcome.module.css';
import { wayOf } from './outcome';
import { hasArrived, pharmacyOf } from './timeline';

/** Whether it left by fax, and nothing better is known of it than that a pharmacy should have it. */
export function canBeMissing(request: PrescriptionView): boolean {
  return wayOf(request) === 'faxed' && request.medications.some((line) => line.status === 'Approved');
}

export function NotThereYet({ request }: { readonly request: PrescriptionView }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Not there yet?
      </Button>
      {asking && <WhatToDo request={request} onClose={() => setAsking(false)} />}
    </>
  );
}

function WhatToDo({
  request,
  onClose,
}: {
  readonly request: PrescriptionView;
  readonly onClose: () => void;
}) {
  const pharmacy = pharmacyOf(request);
  const clinic = useSettings().clinics[0]?.phone;
  const at = hasArrived(request) ? request.fax?.at : undefined;
  return (
    <Dialog opened onClose={onClose} title={`The pharmacy does not have ${request.label}`} size={560}>
      <p className={css.known}>
        {at === undefined
          ? `It was faxed to ${pharmacy.name}, and their fax machine has not confirmed it yet.`
          : `The fax machine of ${pharmacy.name} confirmed every page on ${formatDateTime(at)}.`}
      </p>
      <ol className={css.ask}>
        <li>
          <strong>Ask the pharmacy first.</strong>
          <span>
            {at === undefined
              ? 'Give it 24 hours from the confirmation email.'
              : 'A fax can lie at the machine before anyone reads it.'}{' '}
            {`We sent it to ${formatPhone(pharmacy.fax)}.`}
          </span>
          {pharmacy.phone1 && <Call number={pharmacy.phone1} whom="the pharmacy" />}
        </li>
        <li>
          <strong>If they do not have it, tell the clinic.</strong>
          <span>Someone will check what happened to the fax. You are not charged for that.</span>
          <ButtonLink
            variant="default"
            href={paths.messaging()}
            leftSection={<IconMail size={18} aria-hidden />}
          >
            Message the clinic
          </ButtonLink>
          {clinic && <Call number={clinic} whom="the clinic" />}
        </li>
      </ol>
    </Dialog>
  );
}

function Call({ number, whom }: { readonly number: string; readonly whom: string }) {
  return (
    <Button
      component="a"
      variant="default"
      href={callAddress(number)}
      leftSection={<IconPhone size={18} aria-hidden />}
    >
      <span>
        {`Call ${whom}, `}
        <span className="s-nowrap">{formatPhone(number)}</span>
      </span>
    </Button>
  );
}
