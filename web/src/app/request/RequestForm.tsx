// SPDX-License-Identifier: AGPL-3.0-or-later

// The form itself: what is added to the request, the basket beside it, and the way through agreement,
// phone and place to a created request. Rules of the basket and of sending are the prescriptions
// feature's; this file only puts the parts together.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CurrentMedication,
  DraftView,
  Options,
  PersonView,
  PharmacyView,
  RequestedMedication,
} from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { PharmacyPicker } from '../../features/pharmacies/PharmacyPicker';
import { additionIn, withAddition } from '../../features/prescriptions/addition';
import { againPlace, type Held, heldBy, withReason } from '../../features/prescriptions/repeatReason';
import { Basket } from '../../features/prescriptions/Basket';
import {
  addLoaded,
  alreadyAdded,
  lineNameOf,
  countText,
  MAXIMUM_REACHED,
  MEDICATIONS_MAX,
  mostOf,
  refusalOf,
  removeLine,
  replaceUsage,
  requestFaults,
} from '../../features/prescriptions/basket';
import { checkDuplicate } from '../../features/prescriptions/commands';
import { feeQuote, leftToday, requestMarks } from '../../features/prescriptions/queries';
import { RequestSteps } from '../../features/prescriptions/RequestSteps';
import { type RequestDraftState, useRequestDraft } from '../../features/prescriptions/useRequestDraft';
import { useSendRequest } from '../../features/prescriptions/useSendRequest';
import { Dialog } from '../../ui/dialogs/Dialog';
import { drugName } from '../../ui/drugName';
import { announce } from '../../ui/feedback/announce';
import { Notice } from '../../ui/feedback/states';
import { ErrorSummary, type Fault, faultsOf, useFaults } from '../../ui/forms/faults';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PageFrame, useTabTitle } from '../../ui/page/Page';
import { AddMedication } from './AddMedication';
import { ConflictDialog } from './ConflictDialog';
import { EditUsage } from './EditUsage';
import { LoadCurrent } from './LoadCurrent';
import css from './request.module.css';
import { SendDialogs } from './SendDialogs';

interface RequestFormProps {
  readonly person: PersonView;
  readonly stored: DraftView;
  readonly options: Options;
  readonly taken: readonly CurrentMedication[];
  /** Where it goes unless the draft says otherwise. */
  readonly startPharmacy: PharmacyView | null;
}

const TITLE = 'Select the medications to be refilled.';

export function RequestForm({ person, stored, options, taken, startPharmacy }: RequestFormProps) {
  const settings = useSettings();
  const go = useGo();
  const faults = useFaults();
  const draft = useRequestDraft(stored);
  const { medications, loadCurrent, step } = draft.draft;
  const pharmacy = draft.draft.pharmacy ?? startPharmacy;
  const [editing, setEditing] = useState<number | null>(null);
  const [warning, setWarning] = useState<string | null>(null);
  const [popup, setPopup] = useState(false);
  const [held, setHeld] = useState<Held>({});
  const fee = useQuery(feeQuote(settings.free ? 0 : medications.length));
  const left = useQuery(leftToday(person._id, settings.unlimited)).data?.left;
  const most = mostOf(left, settings.unlimited);
  const marks = useQuery(requestMarks(person._id, medications));
  const send = useSendRequest({
    person,
    medications,
    pharmacyId: pharmacy?._id ?? null,
    free: settings.free,
    onFault: (failure) => {
      const found = faultsOf(failure);
      setHeld((before) => heldBy(before, found, medications));
      faults.set(found.map(placed));
    },
    draft,
  });
  useTabTitle(TITLE);

  function keep(next: RequestedMedication[]) {
    draft.change({ medications: next });
    faults.clear();
  }

  function isRefused(line: Pick<RequestedMedication, 'name' | 'ingredients'>): boolean {
    const refusal = refusalOf(medications, line, most);
    setWarning(refusal === 'duplicate' ? alreadyAdded() : null);
    if (refusal === 'full') setPopup(true);
    return refusal !== null;
  }

  async function add(line: RequestedMedication): Promise<boolean> {
    if (isRefused(line)) return false;
    try {
      const { isDrugExisted, message } = await checkDuplicate(person._id, line, medications);
      if (isDrugExisted) {
        setWarning(alreadyAdded(message));
        return false;
      }
    } catch (failure) {
      faults.fromError(failure);
      return false;
    }
    keep([...medications, line]);
    announce(`${drugName(line.name)} added. ${medications.length + 1} in your request.`);
    return true;
  }

  function confirm() {
    const found = requestFaults(medications, pharmacy !== null, most);
    faults.set(found);
    if (found.length === 0) send.begin();
  }

  const edited = editing === null ? undefined : medications[editing];
  return (
    <PageFrame className={css['page']}>
      <div className={css['main']}>
        <RequestSteps current={2} />
        <h1 className={css['title']}>{TITLE}</h1>
        <ErrorSummary
          faults={faults.faults}
          round={faults.round}
          nameOf={(field) => lineNameOf(field, medications)}
        />
        <LoadCurrent
          taken={taken}
          checked={loadCurrent}
          onStart={() => draft.change({ loadCurrent: true })}
          onLoad={(loaded) =>
            draft.change({
              loadCurrent: true,
              medications: addLoaded(medications, loaded, most),
            })
          }
          onUnload={() =>
            draft.change({
              loadCurrent: false,
              medications: medications.filter((line) => !taken.some((one) => one.drugId === line.drugId)),
            })
          }
        />
        {edited && editing !== null ? (
          <EditUsage
            key={editing}
            medication={edited}
            options={options}
            onDone={(usage) => {
              keep(replaceUsage(medications, editing, usage));
              setEditing(null);
            }}
            onCancel={() => setEditing(null)}
          />
        ) : (
          <AddMedication
            options={options}
            unlimited={settings.unlimited}
            addition={additionIn(step)}
            onAddition={(addition) => draft.change({ step: withAddition(step, addition) })}
            onAdd={add}
            onChosen={() => {
              setWarning(null);
              const full = medications.length >= most;
              if (full) setPopup(true);
              return !full;
            }}
          />
        )}
        {warning === null ? null : (
          <Notice kind="warning" live>
            {warning}
          </Notice>
        )}
      </div>
      <aside className={css['aside']} aria-label="Summary">
        <Basket
          medications={medications}
          marks={marks.data?.lines.map((line) => line.marks)}
          unlimited={settings.unlimited}
          left={left}
          fee={fee.data}
          free={settings.free}
          sending={send.busy}
          savedWords={savedText(draft.saving)}
          pharmacy={
            <>
              {faults.error('pharmacy') ? <p className="s-field-error">{faults.error('pharmacy')}</p> : null}
              <PharmacyPicker
                id="pharmacy"
                label="Pharmacy"
                value={pharmacy}
                onChange={(chosen) => {
                  faults.clear('pharmacy');
                  draft.change({ pharmacy: chosen });
                }}
              />
            </>
          }
          held={held}
          onWords={(line, words) => draft.change({ medications: withReason(medications, line, words) })}
          onEdit={setEditing}
          onRemove={(index) => {
            announce(`${drugName(medications[index]?.name ?? '')} removed.`);
            setEditing(null);
            keep(removeLine(medications, index));
          }}
          onConfirm={confirm}
          onBack={() => go(paths.requestReview())}
        />
      </aside>
      <MobileFooter words={countText(medications.length, left, settings.unlimited)} />
      <Dialog
        opened={popup}
        onClose={() => setPopup(false)}
        title={MAXIMUM_REACHED}
        footer={<Button onClick={() => setPopup(false)}>OK</Button>}
      >
        At most {MEDICATIONS_MAX} medications can be requested per day.
        {left !== undefined && left < MEDICATIONS_MAX && ` ${left} of them can be in this request.`}
      </Dialog>
      <ConflictDialog draft={draft} />
      <SendDialogs person={person} statements={options.agreement} send={send} />
    </PageFrame>
  );
}

/** The server counts lines from 0 in brackets; the basket's rows are named otherwise. */
function placed(fault: Fault): Fault {
  const again = againPlace(fault.field);
  if (again !== null) return { ...fault, field: `medication-${again}-again` };
  const line = /^medications\[(\d+)\]/.exec(fault.field);
  return line ? { ...fault, field: `medication-${line[1]}` } : fault;
}

function savedText(saving: RequestDraftState['saving']): string {
  if (saving === 'kept') return '';
  return saving === 'waiting' ? 'Saving your draft...' : 'Your draft isn’t saved yet. We’ll keep trying.';
}

/** Under 992 the basket follows the form; this footer says how much is in it and leads there. */
function MobileFooter({ words }: { readonly words: string }) {
  return (
    <div className={css['footer']}>
      <b>{words}</b>
      <a href="#basket" className="s-link">
        Review request
      </a>
    </div>
  );
}
