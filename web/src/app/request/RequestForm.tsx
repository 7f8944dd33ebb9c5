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
  Renewable,
  RequestedMedication,
} from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { additionIn, withAddition } from '../../features/prescriptions/addition';
import { againPlace, type Held, heldBy, withReason } from '../../features/prescriptions/repeatReason';
import { Basket } from '../../features/prescriptions/Basket';
import {
  addLoaded,
  alreadyAdded,
  lineNameOf,
  limitText,
  MAXIMUM_REACHED,
  MEDICATIONS_MAX,
  mostOf,
  refusalOf,
  removeLine,
  replaceUsage,
  requestFaults,
} from '../../features/prescriptions/basket';
import { checkDuplicate } from '../../features/prescriptions/commands';
import { type LoadedMedications, ownMedications } from '../../features/prescriptions/currentMedications';
import { feeQuote, leftToday, requestMarks } from '../../features/prescriptions/queries';
import { RequestHead } from '../../features/prescriptions/RequestSteps';
import { type RequestDraftState, useRequestDraft } from '../../features/prescriptions/useRequestDraft';
import { useSendRequest } from '../../features/prescriptions/useSendRequest';
import { Dialog } from '../../ui/dialogs/Dialog';
import { drugName } from '../../ui/drugName';
import { announce } from '../../ui/feedback/announce';
import { Notice } from '../../ui/feedback/states';
import { ErrorSummary, type Fault, faultsOf, useFaults } from '../../ui/forms/faults';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PageFrame } from '../../ui/page/Page';
import { AddMedication, SEARCH_ID } from './AddMedication';
import { ConflictDialog } from './ConflictDialog';
import { LoadCurrent } from './LoadCurrent';
import { OwnMedications } from './OwnMedications';
import { RequestPharmacy } from './RequestPharmacy';
import { SendDialogs } from './SendDialogs';
import css from './request.module.css';

interface RequestFormProps {
  readonly person: PersonView;
  readonly stored: DraftView;
  readonly options: Options;
  readonly taken: readonly CurrentMedication[];
  /** What was prescribed here before. */
  readonly supplied: readonly Renewable[];
  /** Which of the recorded ones may be refilled; null when nobody knows. */
  readonly recorded: LoadedMedications | null;
  /** Where it goes unless the draft says otherwise. */
  readonly startPharmacy: PharmacyView | null;
}

export const FORM_TITLE = 'Select the medications to be refilled.';

const NOTHING_RECORDED: LoadedMedications = { medications: [], leftOut: [] };

export function RequestForm(props: RequestFormProps) {
  const { person, stored, options, taken, supplied, startPharmacy } = props;
  const recorded = props.recorded ?? NOTHING_RECORDED;
  const settings = useSettings();
  const go = useGo();
  const faults = useFaults(null);
  const draft = useRequestDraft(stored);
  const { medications, loadCurrent, step } = draft.draft;
  const pharmacy = draft.draft.pharmacy ?? startPharmacy;
  const [editing, setEditing] = useState<number | null>(null);
  const [warning, setWarning] = useState<string | null>(null);
  const [popup, setPopup] = useState(false);
  const [held, setHeld] = useState<Held>({});
  // What the box took in. After a reload nobody knows, and it is what is recorded.
  const [ofBox, setOfBox] = useState<readonly RequestedMedication[] | null>(null);
  const isOfBox = ({ drugId, name }: RequestedMedication) =>
    drugId !== null &&
    (ofBox ?? recorded.medications).some((one) => one.drugId === drugId && one.name === name);
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

  function keep(next: RequestedMedication[]) {
    draft.change({ medications: next });
    faults.clear();
  }

  function isRefused(
    line: Pick<RequestedMedication, 'name' | 'ingredients'>,
    among: readonly RequestedMedication[],
  ): boolean {
    const refusal = refusalOf(among, line, most);
    setWarning(refusal === 'duplicate' ? alreadyAdded() : null);
    if (refusal === 'full') setPopup(true);
    return refusal !== null;
  }

  async function add(line: RequestedMedication, to = draft.latest().medications): Promise<boolean> {
    if (isRefused(line, to)) return false;
    try {
      const { isDrugExisted, message } = await checkDuplicate(person._id, line, to);
      if (isDrugExisted) {
        setWarning(alreadyAdded(message));
        return false;
      }
    } catch (failure) {
      faults.fromError(failure);
      return false;
    }
    // Others may have been added while the server was asked, which alone knows brands of one drug.
    const now = draft.latest().medications;
    if (now.length > to.length) return add(line, now);
    keep([...now, line]);
    announce(`${drugName(line.name)} added. ${now.length + 1} in your request.`);
    return true;
  }

  /** Whether a line is open for change: what is typed there counts once it is saved. */
  function isOpenElsewhere(index?: number): boolean {
    if (editing === null || editing === index) return false;
    faults.set([{ field: `medication-${editing}`, message: 'Save or cancel your change first.' }]);
    return true;
  }

  function confirm() {
    if (isOpenElsewhere()) return;
    const found = requestFaults(medications, pharmacy !== null, most);
    faults.set(found);
    if (found.length === 0) send.begin();
  }

  const limit = limitText(medications.length, most);
  return (
    <PageFrame className={css['page']}>
      <div className={css['main']}>
        <RequestHead current={2} title={FORM_TITLE} />
        <ErrorSummary
          faults={faults.faults}
          round={faults.round}
          nameOf={(field) => lineNameOf(field, medications)}
        />
        <OwnMedications
          own={ownMedications(supplied, recorded.medications)}
          leftOut={recorded.leftOut}
          medications={medications}
          limit={limit}
          onAdd={add}
        >
          <LoadCurrent
            taken={props.recorded === null ? 0 : taken.length}
            recorded={recorded}
            added={medications.filter(isOfBox).length}
            checked={loadCurrent}
            onLoad={() => {
              const next = addLoaded(medications, recorded.medications, most);
              setOfBox(next.filter((line) => !medications.includes(line)));
              draft.change({ loadCurrent: true, medications: next });
            }}
            onUnload={() => {
              // Both are of places in the list, which change.
              setEditing(null);
              faults.clear();
              draft.change({
                loadCurrent: false,
                medications: medications.filter((line) => !isOfBox(line)),
              });
            }}
          />
        </OwnMedications>
        <AddMedication
          // It begins with what was half added.
          key={String(draft.goesOn)}
          options={options}
          unlimited={settings.unlimited}
          limit={limit}
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
          options={options}
          unlimited={settings.unlimited}
          left={left}
          fee={fee.data}
          free={settings.free}
          sending={send.busy}
          savedWords={SAVED_TEXTS[draft.saving]}
          pharmacy={<RequestPharmacy pharmacy={pharmacy} draft={draft} faults={faults} />}
          held={held}
          onWords={(line, words) => draft.change({ medications: withReason(medications, line, words) })}
          editing={editing}
          onEdit={(index) => {
            if (index !== null && isOpenElsewhere(index)) return;
            faults.clear();
            setEditing(index);
          }}
          onUsage={(index, usage) => {
            keep(replaceUsage(medications, index, usage));
            setEditing(null);
          }}
          onRemove={(index) => {
            announce(`${drugName(medications[index]?.name ?? '')} removed.`);
            setEditing(null);
            keep(removeLine(medications, index));
          }}
          searchId={SEARCH_ID}
          onConfirm={confirm}
          onBack={() => go(paths.requestReview())}
        />
      </aside>
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

const SAVED_TEXTS: Record<RequestDraftState['saving'], string> = {
  kept: '',
  waiting: 'Saving your draft...',
  failed: 'Your draft isn’t saved yet. We’ll keep trying.',
  unanswered: 'No answer came to saving your draft yet. We’ll keep trying.',
};
