/**
 * The pending prescriptions of one patient with everything that acts on them:
 * the current line, the keys of look.md 7, the views, the conflict and refund
 * dialogs. The pharmacy and drug pickers and the prescription dialog belong to
 * other features and are handed in by the page.
 */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import type { PharmacyView, PrescriptionView } from '../../../api/types';
import { EmptyState } from '../../../ui/feedback/states';
import { toast } from '../../../ui/feedback/toasts';
import { useShortcuts } from '../../../ui/keyboard/useShortcuts';
import { useSingleKeys } from '../../../ui/keyboard/useSingleKeys';
import type { BillSlot, BillWay } from './bills';
import { foreseen, type Decision, type Reviewer } from './commands';
import { ConflictDialog } from './ConflictDialog';
import { isOpenForChanges, mayOpenPrescription } from './lines';
import { EncounterDialog } from './EncounterDialog';
import { REVIEW_SHORTCUTS } from './keys';
import type { DrugPickerSlot } from './LineEditor';
import { nextUndecided, places, step, stepPrescription, type Place } from './position';
import { PrescriptionCard, views, type View } from './PrescriptionCard';
import { RefundDialog } from './RefundDialog';
import styles from './review.module.css';
import { rowId } from './ReviewLine';
import { useFocusedLine } from './useFocusedLine';
import { useReview } from './useReview';

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
  /** A visit of this patient may be billed to the provincial plan (decision 47). */
  billable?: boolean;
  /** The bill dialog, which belongs to another feature. */
  bill?: BillSlot | undefined;
};

export function ReviewBoard({
  prescriptions: saved,
  reviewer,
  wanted,
  drugPicker,
  pharmacyPicker,
  onPrescription,
  billable = false,
  bill,
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

  const all = places(prescriptions);
  const at = place && all.some((one) => one.line === place.line) ? place : null;
  const current = prescriptions.find((one) => one._id === at?.prescription);
  const line = current?.medications.find((one) => one._id === at?.line);
  const viewOf = (id: string): View => shownViews[id] ?? 'update';

  // Cards are not drawn anew for what does not show on them, so their buttons ask here for the rest.
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
      if (heading.current === to.line) document.getElementById(rowId(to.line))?.focus();
    });
  };

  const decide = (view: PrescriptionView, id: string, status: Decision) => {
    if (status === 'Approved' && view.canApprove !== null) {
      toast.warn(view.canApprove);
      return;
    }
    const command = { kind: 'decide', line: id, status } as const;
    void review.run(command, view);
    const here = { prescription: view._id, line: id };
    const list = newest.current.prescriptions.map((one) =>
      one._id === view._id ? foreseen(command, view, one) : one,
    );
    moveTo(status === null ? here : nextUndecided(list, here));
  };

  const toggleHistory = (id: string) => {
    setHistories((open) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };

  const isOpen = current !== undefined && isOpenForChanges(current);
  const decides = isOpen && reviewer === 'doctor' && line !== undefined && viewOf(current._id) === 'update';
  useShortcuts('Prescriptions', REVIEW_SHORTCUTS);
  useSingleKeys({
    j: () => {
      moveTo(step(all, at, 1));
    },
    k: () => {
      moveTo(step(all, at, -1));
    },
    ']': () => {
      moveTo(stepPrescription(all, at, 1));
    },
    '[': () => {
      moveTo(stepPrescription(all, at, -1));
    },
    a: () => {
      if (decides && line.status === null) decide(current, line._id, 'Approved');
    },
    r: () => {
      if (decides && line.status === null) decide(current, line._id, 'Rejected');
    },
    u: () => {
      if (decides && line.status !== null) decide(current, line._id, null);
    },
    e: () => {
      if (isOpen && reviewer !== 'reader' && line && viewOf(current._id) === 'update') setEditing(line._id);
    },
    h: () => {
      if (line) toggleHistory(line._id);
    },
    v: () => {
      if (!current) return;
      const next = views[(views.indexOf(viewOf(current._id)) + 1) % views.length] ?? 'update';
      setShownViews({ ...shownViews, [current._id]: next });
    },
    p: () => {
      if (current && reviewer === 'doctor' && mayOpenPrescription(current)) onPrescription(current);
    },
  });

  if (isEmpty) return <EmptyState text="No pending prescriptions for this patient." />;
  const choosing = prescriptions.find((one) => one._id === pharmacyOf?._id);
  const met = prescriptions.find((one) => one._id === meeting);
  const billed = prescriptions.find((one) => one._id === billing?.prescription);
  return (
    <div className={styles.board} ref={board}>
      {prescriptions.map((prescription) => (
        <PrescriptionCard
          key={prescription._id}
          prescription={prescription}
          reviewer={reviewer}
          view={viewOf(prescription._id)}
          busy={review.busy.has(prescription._id)}
          currentLine={at?.prescription === prescription._id ? at.line : null}
          editingLine={editing}
          openHistories={histories}
          drugPicker={drugPicker}
          onView={(view) => {
            setShownViews((before) => ({ ...before, [prescription._id]: view }));
          }}
          onDecide={(id, status) => {
            decide(prescription, id, status);
          }}
          onEdit={(id) => {
            setEditing(id);
            if (id === null) moveTo(newest.current.at);
          }}
          onSaveLine={async (begunOn, edit) => {
            const id = begunOn._id;
            const medications = prescription.medications.map((one) => (one._id === id ? begunOn : one));
            const saved = await review.run(
              { kind: 'edit', line: id, ...edit },
              { ...prescription, medications },
            );
            if (!saved) return;
            setEditing(null);
            moveTo({ prescription: prescription._id, line: id });
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
      ))}
      {met && (
        <EncounterDialog
          label={met.label}
          onSave={async (encounter) => {
            const saved = await review.run({ kind: 'encounter', ...encounter }, met);
            if (saved) setMeeting(null);
          }}
          onClose={() => {
            setMeeting(null);
          }}
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
      <ConflictDialog
        conflict={review.conflict}
        onKeepTheirs={() => {
          setEditing(null);
          review.keepTheirs();
        }}
        onApply={(command) => {
          setEditing(null);
          review.applyAgain(command);
        }}
      />
    </div>
  );
}
