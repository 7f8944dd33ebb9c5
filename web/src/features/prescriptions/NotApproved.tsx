// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Why a line was decided as it was, in the reason's plain sentence, and the one thing to do about it. Staff read what
 * the patient is told; the act is the patient's alone.
 */
import { Button } from '@mantine/core';

import type { MedicationView, PatientAction, PrescriptionView } from '../../api/generated/schema';
import { AppLink, ButtonLink } from '../../ui/links/AppLink';
import { callAddress } from '../../ui/format';
import { type Address, paths } from '../../ui/links/paths';
import css from './outcome.module.css';
import { moneySentence, NO_REASON, STEP_LABELS } from './refusalWords';
import { pharmacyOf } from './timeline';

type Props = {
  line: MedicationView;
  request: PrescriptionView;
  /** A patient always reads what to do next, also where no reason was given. */
  forPatient: boolean;
};

export function NotApproved({ line, request, forPatient }: Props) {
  const isBare = !line.reason?.sentence;
  if (isBare && !(forPatient && line.status === 'Rejected')) return null;
  const reason = isBare ? NO_REASON : line.reason;
  if (!reason) return null;
  return (
    <div className={css.why}>
      <p className={css.words}>
        <strong>{reason.sentence}</strong>
        {forPatient || reason.advice === '' ? reason.advice : `The patient reads: ${reason.advice}`}
        {isBare && ` ${moneySentence(request)}`}
      </p>
      {forPatient && reason.next && <NextStep next={reason.next} request={request} />}
    </div>
  );
}

const PLACES: Readonly<Partial<Record<PatientAction, () => Address>>> = {
  message: () => paths.messaging(),
  request: () => paths.requestReview(),
  record: () => paths.medicalInfo(),
  history: () => paths.prescriptions(),
};

interface NextStepProps {
  next: PatientAction;
  request: PrescriptionView;
  /** Within a sentence. */
  isLink?: boolean;
}

/** The one thing to do about it: a button, or a link. Nothing where there is nothing to open. */
export function NextStep({ next, request, isLink = false }: NextStepProps) {
  const words = STEP_LABELS[next];
  const place = PLACES[next]?.();
  if (words === null) return null;
  if (place !== undefined && isLink)
    return (
      <AppLink className="s-link" href={place}>
        {words}
      </AppLink>
    );
  if (place !== undefined)
    return (
      <ButtonLink variant="default" href={place}>
        {words}
      </ButtonLink>
    );
  const phone = pharmacyOf(request).phone1;
  if (!phone) return null;
  if (isLink)
    return (
      <a className="s-link" href={callAddress(phone)}>
        {words}
      </a>
    );
  return (
    <Button component="a" variant="default" href={callAddress(phone)}>
      {words}
    </Button>
  );
}
