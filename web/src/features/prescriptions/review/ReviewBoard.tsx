// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The pending prescriptions of one patient with everything that acts on them:
 * the current line, the keys, the views, the conflict and refund
 * dialogs. The pharmacy and drug pickers and the prescription dialog belong to
 * other features and are handed in by the page.
 */
import { useMediaQuery } from '@mantine/hooks';
import { Fragment, Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import type { MedicationView, PharmacyView, PrescriptionView } from '../../../api/generated/schema';
import { focusClear } from '../../../ui/keyboard/focusClear';
import { lazyPart } from '../../../ui/chunks';
import { EmptyState } from '../../../ui/feedback/states';
import { askAboutPart } from '../../../ui/forms/unsaved';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { useHeldKeys, useSingleKeys } from '../../../ui/keyboard/useSingleKeys';
import { PHONE_WIDTH } from '../../../ui/widths';
import type { BillSlot, BillWay } from './bills';
import type { CopiesSlot } from './copies';
import { predictedView } from './commandFacts';
import type { Decision, Reviewer } from './commands';
import { asSeen, drugLabel, lineOf, REVIEW } from './lines';
import { ExceptionDialog } from './ExceptionDialog';
import { REVIEW_SHORTCUTS } from './keys';
import type { DrugPickerSlot } from './LineEditor';
import { nextUndecided, linePlaces, stepLine, stepPrescription, type Place } from './position';
import { PrescriptionCard, views, type View } from './PrescriptionCard';
import { ReasonDialog, type GivenReason } from './ReasonDialog';
import { isOpen } from './queries';
import { RefundDialog } from './RefundDialog';
import styles from './review.module.css';
import { rowId } from './ReviewLine';
import { ReviewFoot } from './ReviewFoot';
import { MarksFooter, toggleMarks, wereOpened } from './SafetyMarks';
import { useFocusedLine } from './useFocusedLine';
import { useFormCommand } from './useFormCommand';
import { useRestoredFocus } from './useRestoredFocus';
import { useReview, type CommandToConfirm } from './useReview';
import {
  documentToOpen,
  decisionToUndo,
  whyNoHistory,
  whyNotApprove,
  whyNotDecide,
  whyNotEdit,
  whyNoView,
  type Decided,
} from './why';

const EncounterDialog = lazyPart(async () => (await import('./EncounterDialog')).EncounterDialog);
const ConflictDialog = lazyPart(async () => (await import('./ConflictDialog')).ConflictDialog);

export type PharmacyPickerSlot = (props: {
  prescription: PrescriptionView;
  onChoose: (pharmacy: PharmacyView | null) => void;
  onClose: () => void;
}) => ReactNode;

type Props = {
  prescriptions: readonly PrescriptionView[];
  reviewer: Reviewer;
  /** The prescription a link or message led to. */
  wanted?: string | undefined;
  drugPicker: DrugPickerSlot;
  pharmacyPicker: PharmacyPickerSlot;
  onPrescription: (prescription: PrescriptionView) => void;
  /** Told which line is the current one, for what stands beside it. */
  onLine?: ((line: MedicationView | undefined) => void) | undefined;
  /** A visit of this patient may be billed to the provincial plan (decision 47). */
  billable?: boolean;
  /** The bill dialog, which belongs to another feature. */
  bill?: BillSlot | undefined;
  /** The copies of each, which belong to another feature. */
  copies?: CopiesSlot | undefined;
};

/** A decision whose reason is asked for. */
interface Reasoning {
  readonly prescription: string;
  /** The line as it was when the question was put. */
  readonly begunOn: MedicationView;
  readonly decision: 'Approved' | 'Rejected';
}

export function ReviewBoard({
  prescriptions: saved,
  reviewer,
  wanted,
  drugPicker,
  pharmacyPicker,
  onPrescription,
  onLine,
  billable = false,
  bill,
  copies,
}: Props) {
  const review = useReview(reviewer);
  // What was pressed shows at once, over what the server last said.
  const prescriptions = review.shown(saved);
  const [billing, setBilling] = useState<{ prescription: string; way: BillWay } | null>(null);
  const [meeting, setMeeting] = useState<string | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const [shownViews, setShownViews] = useState<Readonly<Record<string, View>>>({});
  const [editing, setEditing] = useState<string | null>(null);
  const [histories, setHistories] = useState<ReadonlySet<string>>(new Set());
  const [pharmacyOf, setPharmacyOf] = useState<PrescriptionView | null>(null);
  const [refunding, setRefunding] = useState<string | null>(null);
  const [reasoning, setReasoning] = useState<Reasoning | null>(null);
  const send = useFormCommand(review, saved, meeting ?? editing);
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  // Why the last key did nothing; gone with the next one that does.
  const [said, setSaid] = useState('');
  const made = useRef<Decided[]>([]);

  const all = linePlaces(prescriptions);
  // Open ones come first.
  const firstDone = prescriptions.findIndex((one) => !isOpen(one));
  const at = place && all.some((one) => one.line === place.line) ? place : null;
  const current = prescriptions.find((one) => one._id === at?.prescription);
  const line = current?.medications.find((one) => one._id === at?.line);
  const viewOf = (id: string): View => shownViews[id] ?? 'update';

  // Cards are not drawn again for what does not show on them, so their buttons ask here for the rest.
  const newest = useRef({ prescriptions, at });
  useLayoutEffect(() => {
    newest.current = { prescriptions, at };
  });
  const board = useRef<HTMLDivElement>(null);
  const isEmpty = prescriptions.length === 0;
  const forgetFocus = useFocusedLine(board, !isEmpty, (focused) => {
    const to = all.find((one) => one.line === focused);
    // A key has moved there already: nothing is to be drawn again.
    if (to && to.line !== at?.line) setPlace(to);
  });
  const heading = useRef<string | null>(null);
  const moveTo = (to: Place | null) => {
    if (!to) return;
    setPlace(to);
    forgetFocus();
    heading.current = to.line;
    // The row may only just be drawn, when an editor closes over it. Keys pressed faster than the screen
    // is drawn have moved on by then.
    requestAnimationFrame(() => {
      const row = heading.current === to.line ? document.getElementById(rowId(to.line)) : null;
      if (row) focusClear(row);
    });
  };

  useRestoredFocus(
    board,
    () =>
      document.getElementById(rowId(at?.line ?? all[0]?.line ?? '')) ??
      // The other views have no rows: the tab that is chosen has the focus until the line is there again.
      (at ? viewTab(at.prescription) : null),
  );
  useEffect(() => {
    onLine?.(line);
  }, [onLine, line]);

  const decide = (view: PrescriptionView, id: string, status: Decision, reason?: GivenReason | null) => {
    if (status === 'Approved' && view.canApprove !== null) {
      setSaid(view.canApprove);
      return;
    }
    const asked = view.medications.find((one) => one._id === id);
    // What is known to be refused is not sent: the focus would go on to another drug meanwhile.
    const refused = status === 'Approved' && asked && whyNotApprove(asked);
    if (refused) {
      setSaid(refused);
      return;
    }
    setSaid('');
    const command = {
      kind: 'decide',
      line: id,
      status,
      marksOpened: wereOpened(id),
      ...(reason ? { reason } : {}),
    } as const;
    if (status === 'Approved' && asked && asked.needsReason !== null) {
      review.ask({ command, seen: view, why: asked.needsReason });
      return;
    }
    made.current = made.current.filter((one) => one.line !== id);
    if (status !== null) made.current.push({ prescription: view._id, line: id });
    const here = { prescription: view._id, line: id };
    void review.run(command, view, (why) => {
      // Whatever was pressed before the answer came: the focus goes back to what was not decided.
      setSaid(why);
      moveTo(here);
    });
    const list = newest.current.prescriptions.map((one) =>
      one._id === view._id ? predictedView(command, view, one) : one,
    );
    // A reason given afterwards, or a decision taken back, leaves one where one is.
    const before = view.medications.find((one) => one._id === id)?.status;
    moveTo(status === null || status === before ? here : nextUndecided(list, here));
  };

  /** A rejection asks for the reason first: the patient has to know what to do next. */
  const decideOrAsk = (view: PrescriptionView, id: string, status: Decision) => {
    if (status === 'Rejected') askReason(view, id, status);
    else decide(view, id, status);
  };

  const askReason = (view: PrescriptionView, id: string, decision: Reasoning['decision']) => {
    const begunOn = lineOf(view, id);
    if (begunOn) setReasoning({ prescription: view._id, begunOn, decision });
  };

  const toggleHistory = (id: string) => {
    setHistories((open) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };

  const context = {
    reviewer,
    prescription: current,
    line,
    updating: current !== undefined && viewOf(current._id) === 'update',
  };
  /** Moves on, or says that there is nothing further. */
  const go = (to: Place | null, end: string) => {
    const stays = to === null || (at !== null && to.line === at.line);
    setSaid(stays ? end : '');
    moveTo(to);
  };
  /** Does what a key is for, or says why it does nothing. */
  const unless = (why: string | null, act: () => void) => {
    setSaid(why ?? '');
    if (why === null) act();
  };
  const decideHere = (status: 'Approved' | 'Rejected') => {
    const isEdited = line !== undefined && line._id === editing;
    unless(isEdited ? 'Save or cancel the edit first.' : whyNotDecide(context, status), () => {
      if (current && line) decideOrAsk(current, line._id, status);
    });
  };
  const openPaper = async () => {
    // What was decided a moment ago counts, also while its answer is on the way.
    const asked = [at?.prescription, ...made.current.map((one) => one.prescription)];
    await review.settled(asked.filter((id) => id !== undefined));
    const now = newest.current;
    const here = now.prescriptions.find((one) => one._id === now.at?.prescription);
    const found = documentToOpen({ ...context, prescription: here }, made.current, now.prescriptions);
    setSaid('why' in found ? found.why : '');
    if ('open' in found) onPrescription(found.open);
  };
  useShortcuts('Prescriptions', REVIEW_SHORTCUTS);
  useSingleKeys({
    j: () => {
      go(stepLine(all, at, 1), 'This is the last line.');
    },
    k: () => {
      go(stepLine(all, at, -1), 'This is the first line.');
    },
    ']': () => {
      go(stepPrescription(all, at, 1), 'This is the last prescription.');
    },
    '[': () => {
      go(stepPrescription(all, at, -1), 'This is the first prescription.');
    },
    a: () => {
      decideHere('Approved');
    },
    r: () => {
      decideHere('Rejected');
    },
    u: () => {
      const found = decisionToUndo(context, made.current, prescriptions);
      const of = 'undo' in found && prescriptions.find((one) => one._id === found.undo.prescription);
      if ('why' in found) setSaid(found.why);
      else if (of) decide(of, found.undo.line, null);
    },
    e: () => {
      unless(whyNotEdit(context), () => {
        if (line) askAboutPart(REVIEW, () => setEditing(line._id));
      });
    },
    h: () => {
      unless(whyNoHistory(context), () => {
        if (line) toggleHistory(line._id);
      });
    },
    m: () => {
      if (line && line.marks.length > 0) toggleMarks(line._id);
    },
    v: () => {
      setSaid(whyNoView(context) ?? '');
      if (!current) return;
      const next = views[(views.indexOf(viewOf(current._id)) + 1) % views.length] ?? 'update';
      askAboutPart(REVIEW, () => {
        setShownViews({ ...shownViews, [current._id]: next });
        if (next === 'update') moveTo(at);
      });
    },
    p: () => {
      void openPaper();
    },
  });

  // Come by the key of the next patient: the first line is in focus, so that `a` is about it.
  useHeldKeys(() => {
    const undecided = prescriptions.flatMap((one) => one.medications).find((one) => one.status === null);
    moveTo(all.find((one) => one.line === undecided?._id) ?? all[0] ?? null);
  });

  if (isEmpty) return <EmptyState text="No pending prescriptions for this patient." />;
  const choosing = prescriptions.find((one) => one._id === pharmacyOf?._id);
  const reasoned = prescriptions.find((one) => one._id === reasoning?.prescription);
  const met = prescriptions.find((one) => one._id === meeting);
  const billed = prescriptions.find((one) => one._id === billing?.prescription);
  return (
    <div className={styles.board} ref={board} data-review>
      {prescriptions.map((prescription, index) => (
        <Fragment key={prescription._id}>
          {index === firstDone && <h3 className={styles.done}>Finished</h3>}
          <PrescriptionCard
            prescription={prescription}
            reviewer={reviewer}
            view={viewOf(prescription._id)}
            busy={review.busy.has(prescription._id)}
            currentLine={at?.prescription === prescription._id ? at.line : null}
            editingLine={editing}
            openHistories={histories}
            drugPicker={drugPicker}
            onView={(view) => {
              askAboutPart(REVIEW, () =>
                setShownViews((before) => ({ ...before, [prescription._id]: view })),
              );
            }}
            onDecide={(id, status) => {
              decideOrAsk(prescription, id, status);
            }}
            onReason={(id) => {
              const decision = prescription.medications.find((one) => one._id === id)?.status;
              if (decision) askReason(prescription, id, decision);
            }}
            onEdit={(id) => {
              // To close it is the editor's own question.
              if (id !== null) return askAboutPart(REVIEW, () => setEditing(id));
              setEditing(null);
              moveTo(newest.current.at);
            }}
            onSaveLine={async (begunOn, edit, asSent) => {
              const id = begunOn._id;
              await send({ kind: 'edit', line: id, ...edit }, asSeen(prescription, begunOn), asSent, () => {
                setEditing(null);
                moveTo({ prescription: prescription._id, line: id });
              });
            }}
            onHistory={toggleHistory}
            onAcknowledge={() => void review.run({ kind: 'acknowledge' }, prescription)}
            onChangePharmacy={() => {
              setPharmacyOf(prescription);
            }}
            onSaveText={async (text, begunOn) => {
              // Other parts may have moved on; the text is the one that was seen, or theirs is shown.
              const seen = begunOn.text === prescription.text ? prescription : begunOn;
              return (await review.run({ kind: 'text', text }, seen)) !== null;
            }}
            onPrescription={() => {
              onPrescription(prescription);
            }}
            onRefund={() => {
              setRefunding(prescription._id);
            }}
            wanted={prescription._id === wanted}
            copies={copies}
            onEncounter={() => {
              setMeeting(prescription._id);
            }}
            onBill={
              billable && bill && reviewer !== 'reader'
                ? (way) => {
                    setBilling({ prescription: prescription._id, way });
                  }
                : undefined
            }
          />
        </Fragment>
      ))}
      <MarksFooter prescriptions={prescriptions} />
      {reasoning && reasoned && (
        <ReasonDialog
          key={reasoning.begunOn._id}
          line={reasoning.begunOn}
          decision={reasoning.decision}
          onDecide={(reason) => {
            const { begunOn, decision } = reasoning;
            setReasoning(null);
            decide(asSeen(reasoned, begunOn), begunOn._id, decision, reason);
          }}
          onClose={() => {
            setReasoning(null);
          }}
        />
      )}
      <Suspense fallback={null}>
        {met && (
          <EncounterDialog
            label={met.label}
            onSave={(encounter, asSent) =>
              send({ kind: 'encounter', ...encounter }, met, asSent, () => {
                setMeeting(null);
              })
            }
            onClose={() => {
              setMeeting(null);
            }}
          />
        )}
      </Suspense>
      {review.asked && (
        <ExceptionDialog
          drug={askedDrug(review.asked)}
          why={review.asked.why}
          verb={review.asked.command.kind === 'edit' ? 'Save' : 'Approve'}
          onGive={async (exception) => {
            const { command, seen } = review.asked ?? {};
            const saved = await review.giveReason(exception);
            if (!saved || !command || !seen) return;
            setEditing(null);
            const here = { prescription: seen._id, line: command.line };
            const list = newest.current.prescriptions.map((one) => (one._id === saved._id ? saved : one));
            moveTo(command.kind === 'decide' ? nextUndecided(list, here) : here);
          }}
          onClose={review.giveUp}
        />
      )}
      {billed &&
        billing &&
        bill?.({
          prescription: billed,
          way: billing.way,
          onClose: () => {
            setBilling(null);
          },
        })}
      {choosing &&
        pharmacyPicker({
          prescription: choosing,
          onChoose: (pharmacy) => {
            setPharmacyOf(null);
            // A colleague's choice that came in meanwhile is not overwritten unseen.
            const same = pharmacyOf?.drPharmacy?._id === choosing.drPharmacy?._id;
            void review.run({ kind: 'pharmacy', pharmacy }, same || !pharmacyOf ? choosing : pharmacyOf);
          },
          onClose: () => {
            setPharmacyOf(null);
          },
        })}
      <RefundDialog
        prescription={prescriptions.find((one) => one._id === refunding) ?? null}
        onClose={() => {
          setRefunding(null);
        }}
      />
      <p className={styles.said} role="status">
        {said}
      </p>
      {isPhone && reviewer === 'doctor' && editing === null && (
        <ReviewFoot prescriptions={prescriptions} at={at} onLine={moveTo} onPrescription={onPrescription} />
      )}
      {review.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            conflict={review.conflict}
            onKeepTheirs={() => {
              setEditing(null);
              review.keepTheirs();
            }}
            onApply={async (command) => {
              if (await review.applyAgain(command)) setEditing(null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The drug that a reason is asked for: the one chosen in the edit, else the line's own. */
function askedDrug({ command, seen }: CommandToConfirm): string {
  if (command.kind === 'edit' && command.drug) return drugLabel(command.drug);
  const line = seen.medications.find((one) => one._id === command.line);
  return line ? drugLabel(line) : 'this medication';
}

/** The chosen tab of a card's views. */
function viewTab(prescription: string): HTMLElement | null {
  const card = document.getElementById(`prescription-${prescription}`);
  return card?.querySelector<HTMLElement>('[role="radiogroup"] input:checked') ?? null;
}
