// SPDX-License-Identifier: AGPL-3.0-or-later

// An earlier prescription as a new request: its lines to keep, change or leave out, what differs from
// it, the medical information the doctor will read, and the same way through agreement, phone and place
// as any request. It is the one draft of the patient, so that it survives a reload like any other.
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  DraftView,
  MedicalInfo,
  Options,
  PersonView,
  PrescriptionView,
  Renewable,
  RequestedMedication,
  Usage,
} from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { MedicalInfoView } from '../../features/medical-info/MedicalInfoView';
import { stepBesides } from '../../features/prescriptions/addition';
import { isSameDrug, lineNameOf, mostOf, requestFaults } from '../../features/prescriptions/basket';
import {
  againPlace,
  type Held,
  heldBy,
  lineKey,
  withReason,
} from '../../features/prescriptions/repeatReason';
import { feeQuote, leftToday } from '../../features/prescriptions/queries';
import { FeeLine } from '../../features/prescriptions/FeeLine';
import {
  renewalDifferences,
  differenceText,
  isDue,
  linesOf,
  renewalStep,
  supplyOf,
} from '../../features/prescriptions/renewals';
import { RequestSummary } from '../../features/prescriptions/RequestSummary';
import { pharmacyOf } from '../../features/prescriptions/timeline';
import { useRequestDraft } from '../../features/prescriptions/useRequestDraft';
import { useSendRequest } from '../../features/prescriptions/useSendRequest';
import { ErrorSummary, faultsOf, useFaults } from '../../ui/forms/faults';
import { formatDate } from '../../ui/format';
import { AppLink, ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { ConflictDialog } from './ConflictDialog';
import { RenewLine } from './RenewLine';
import { RequestPharmacy } from './RequestPharmacy';
import { UnfinishedDialog } from './UnfinishedDialog';
import { SendDialogs } from './SendDialogs';
import css from './request.module.css';

interface RenewFormProps {
  readonly person: PersonView;
  readonly earlier: PrescriptionView;
  readonly stored: DraftView;
  readonly record: MedicalInfo;
  readonly options: Options;
  /** What was supplied and how long it lasts. */
  readonly supply: readonly Renewable[];
}

const CHECKED_FIELD = 'medical-information-checked';

export function RenewForm({ person, earlier, stored, record, options, supply }: RenewFormProps) {
  const settings = useSettings();
  const faults = useFaults(null);
  const [held, setHeld] = useState<Held>({});
  const [isChecked, setChecked] = useState(false);
  const draft = useRequestDraft(stored);
  const { medications, step } = draft.draft;
  const isMine = stepBesides(step) === renewalStep(earlier._id);
  const before = linesOf(earlier);
  // In place of one that is no longer in the list the patient chooses another.
  const theirs = earlier.pharmacyRefused === null ? pharmacyOf(earlier) : null;
  const pharmacy = (isMine ? draft.draft.pharmacy : null) ?? theirs;
  const fee = useQuery(feeQuote(settings.free ? 0 : medications.length));
  const left = useQuery(leftToday(person._id, settings.unlimited)).data?.left;
  const send = useSendRequest({
    person,
    medications,
    pharmacyId: pharmacy?._id ?? null,
    free: settings.free,
    onFault: (failure) => {
      const found = faultsOf(failure);
      setHeld((known) => heldBy(known, found, medications));
      faults.set(found.map(placed(medications, before)));
    },
    draft,
  });
  const renewable = earlier.medications
    .filter((line) => line.status !== 'Rejected' && line.filter.length === 0)
    .map((line) => line.drugId);

  function take() {
    draft.change({
      medications: before.filter(
        (line) => renewable.includes(line.drugId ?? '') && isDue(supplyOf(supply, line)),
      ),
      pharmacy,
      loadCurrent: false,
      step: renewalStep(earlier._id),
    });
  }

  const isEmpty = medications.length === 0 && !isMine;
  useEffect(() => {
    // It may have taken up what a session that ended left unsaved.
    if (isEmpty && draft.conflict === null && draft.latest().medications.length === 0) take();
    // Only when the page opens on an empty draft; later changes are the patient's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, on opening
  }, []);

  function keep(next: RequestedMedication[]) {
    draft.change({ medications: next });
    faults.clear();
  }

  function change(line: RequestedMedication, usage: Usage) {
    keep(medications.map((one) => (isSameDrug(one, line) ? { ...one, usages: [usage] } : one)));
  }

  function confirm() {
    const found = requestFaults(medications, pharmacy !== null, mostOf(left, settings.unlimited));
    // The medical information is confirmed here, as on the review page of an ordinary request.
    if (!isChecked)
      found.push({ field: CHECKED_FIELD, message: 'Please check your medical information first.' });
    faults.set(found.map(placed(medications, before)));
    if (found.length === 0) send.begin();
  }

  const missing = faults.error('medications');
  return (
    <Page
      title="Renew"
      crumbs={[
        { text: 'Prescription History', href: paths.prescriptions() },
        { text: earlier.label, href: paths.prescription(earlier._id) },
        { text: 'Renew' },
      ]}
      lead={`The medications of ${earlier.label}, requested ${formatDate(earlier.createdAt)}. Update anything that has changed.`}
    >
      <ErrorSummary
        faults={faults.faults}
        round={faults.round}
        nameOf={(field) => lineNameOf(field, before)}
      />
      <div className={css['renew']}>
        <div className={css['main']}>
          <Card title="Medications">
            {missing ? (
              <p id="medications-error" className="s-field-error">
                {missing}
              </p>
            ) : null}
            <ul
              className={css['renewLines']}
              id="medications"
              tabIndex={-1}
              aria-describedby={missing ? 'medications-error' : undefined}
            >
              {before.map((line, index) => {
                const now = medications.find((one) => isSameDrug(one, line));
                return (
                  <RenewLine
                    key={`${line.drugId ?? ''} ${line.name}`}
                    id={`medication-${index}`}
                    before={line}
                    now={now}
                    fault={faults.error(`medication-${index}`)}
                    refusal={renewable.includes(line.drugId ?? '') ? null : reasonOf(earlier, line)}
                    options={options}
                    supply={supplyOf(supply, line)}
                    why={held[lineKey(line)]}
                    onWords={(words) => draft.change({ medications: withReason(medications, line, words) })}
                    onInclude={(isIncluded) =>
                      keep(
                        isIncluded
                          ? [...medications, line]
                          : medications.filter((one) => !isSameDrug(one, line)),
                      )
                    }
                    onChange={(usage) => now && change(now, usage)}
                  />
                );
              })}
            </ul>
            <p role="status" className={css['differences']}>
              {differenceText(renewalDifferences(medications, before))}
            </p>
            <p>
              Need anything else? <AppLink href={paths.requestForm()}>Add another medication</AppLink>
            </p>
          </Card>
          <Card
            title="Medical information"
            action={
              <ButtonLink variant="default" href={paths.medicalInfoEdit({ back: paths.renew(earlier._id) })}>
                Edit
              </ButtonLink>
            }
          >
            <p>
              Your doctor will read this. Last saved {formatDate(record.CreatedAt)}. Please check that it is
              still correct.
            </p>
            <details className={css['record']}>
              <summary>Show my medical information</summary>
              <MedicalInfoView record={record} />
            </details>
          </Card>
        </div>
        <aside className={css['aside']} aria-label="Summary">
          <RequestSummary
            medications={medications.length}
            left={left}
            unlimited={settings.unlimited}
            fee={settings.free ? undefined : fee.data}
            sending={send.busy}
            onConfirm={confirm}
          >
            <div className={css['renewPharmacy']}>
              <RequestPharmacy pharmacy={pharmacy} draft={draft} faults={faults} />
            </div>
            {settings.free ? null : <FeeLine fee={fee.data} />}
            <Checkbox
              id={CHECKED_FIELD}
              mt="xs"
              label="My medical information is still correct."
              checked={isChecked}
              error={faults.error(CHECKED_FIELD)}
              onChange={(event) => {
                setChecked(event.currentTarget.checked);
                faults.clear(CHECKED_FIELD);
              }}
            />
          </RequestSummary>
        </aside>
      </div>
      <ConflictDialog draft={draft} />
      {!isMine && medications.length > 0 && draft.conflict === null ? (
        <UnfinishedDialog medications={medications} onReplace={take} />
      ) : null}
      <SendDialogs person={person} statements={options.agreement} send={send} />
    </Page>
  );
}

function reasonOf(earlier: PrescriptionView, line: RequestedMedication): string {
  const [hit] = earlier.medications.find((one) => one.drugId === line.drugId)?.filter ?? [];
  return hit?.reason ?? 'This can no longer be renewed here.';
}

/** The server counts the lines that are sent; the page shows those of the earlier prescription. */
function placed(medications: readonly RequestedMedication[], before: readonly RequestedMedication[]) {
  return <F extends { field: string }>(fault: F): F => {
    const at = /^medications?[[-](\d+)/.exec(fault.field);
    const line = at ? medications[Number(at[1])] : undefined;
    const index = line ? before.findIndex((one) => isSameDrug(one, line)) : -1;
    const part = againPlace(fault.field) === null ? '' : '-again';
    return index === -1 ? fault : { ...fault, field: `medication-${index}${part}` };
  };
}
