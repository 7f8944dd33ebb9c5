// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a patient does about a request that was approved in part, in the order in which to do it: to the pharmacy for
 * what is there, then about each medication that was not approved, in its reason's own words.
 */
import {
  IconClipboardHeart,
  IconHistory,
  IconMessage,
  IconPhone,
  IconPill,
  IconRefresh,
  IconStethoscope,
  type Icon,
} from '@tabler/icons-react';

import type { MedicationView, PatientAction, PrescriptionView } from '../../api/generated/schema';
import { callAddress, formatPhone } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import { medicationTitle } from './medicationText';
import { outcomeOf, wayOf } from './outcome';
import { NO_REASON } from './refusalWords';
import { NextStep } from './NotApproved';
import { hasFaxFailed, isVoiding, nextText, pharmacyOf } from './timeline';
import css from './next.module.css';

const ICONS: Readonly<Record<PatientAction, Icon>> = {
  message: IconMessage,
  request: IconRefresh,
  visit: IconStethoscope,
  pharmacy: IconPhone,
  record: IconClipboardHeart,
  history: IconHistory,
};

/** Whether there is anything of this kind to say of it. */
export function hasNextSteps(request: PrescriptionView): boolean {
  const outcome = outcomeOf(request);
  return outcome !== null && !hasFaxFailed(request) && !isVoiding(request);
}

export function WhatToDoNext({ request }: { readonly request: PrescriptionView }) {
  const refused = request.medications.filter((line) => line.status === 'Rejected');
  return (
    <aside aria-label="What to do next" className={css.card}>
      <Card title="What to do next">
        <ol className={css.steps}>
          <AtThePharmacy request={request} />
          {refused.map((line) => (
            <About key={line._id} line={line} request={request} />
          ))}
        </ol>
      </Card>
    </aside>
  );
}

function AtThePharmacy({ request }: { readonly request: PrescriptionView }) {
  const approved = request.medications.filter((line) => line.status === 'Approved').length;
  const { name, phone1 } = pharmacyOf(request);
  if (approved === 0) return null;
  const isFaxed = wayOf(request) === 'faxed';
  return (
    <li>
      {isFaxed ? <IconPhone size={20} aria-hidden /> : <IconPill size={20} aria-hidden />}
      <span>
        {isFaxed
          ? `Call ${name}, then pick up ${approved === 1 ? '1 medication' : `${approved} medications`}. `
          : nextText(request)}
        {isFaxed && phone1 && (
          <a className="s-link s-nowrap" href={callAddress(phone1)}>
            {formatPhone(phone1)}
          </a>
        )}
      </span>
    </li>
  );
}

function About({ line, request }: { readonly line: MedicationView; readonly request: PrescriptionView }) {
  const { advice, sentence, next } = line.reason?.sentence ? line.reason : NO_REASON;
  const StepIcon = ICONS[next ?? 'message'];
  return (
    <li>
      <StepIcon size={20} aria-hidden />
      <span>
        <strong>{medicationTitle(line).name}:</strong> {advice ?? sentence}{' '}
        {next && <NextStep next={next} request={request} isLink />}
      </span>
    </li>
  );
}
