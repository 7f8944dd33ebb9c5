// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a key of the review may do now, or the sentence that says why it does
 * nothing. Pure: ReviewBoard asks before it acts and says the sentence.
 */
import type { MedicationView, PrescriptionView } from '../../../api/generated/schema';
import type { Reviewer } from './commands';
import { drugLabel, isOpenForChanges, mayOpenPrescription, tally, tallySentence } from './lines';

/** Where the reviewer stands. */
export type ReviewContext = {
  reviewer: Reviewer;
  prescription: PrescriptionView | undefined;
  line: MedicationView | undefined;
  /** The Update view is shown, where lines are decided and edited. */
  updating: boolean;
};

/** A decision that was made here, newest last. */
export type Decided = { prescription: string; line: string };

const NO_LINE = 'No line is in focus. Press j to go to the first one.';
const ELSEWHERE = 'Lines are decided and edited in the Update view. Press v to switch to it.';

/** Why a prescription takes no more decisions or edits. */
function whyClosed(prescription: PrescriptionView): string {
  const { label, statuses } = prescription;
  const was = (code: string) => statuses.some((one) => one.code === code);
  if (was('FAXED')) return `${label} was faxed and cannot be changed.`;
  if (was('REFUNDED')) return `${label} was refunded and cannot be changed.`;
  if (was('CANCELED')) return `${label} was canceled.`;
  return `${label} is not paid yet.`;
}

/** Why this line cannot be approved as it stands: its drug, or what keeps it from being signed. */
export function whyNotApprove({ neverPrescribed, cannotSign }: MedicationView): string | null {
  return neverPrescribed ?? cannotSign[0]?.message ?? null;
}

/** Why `a` or `r` does nothing here; null when it decides the line in focus. */
export function whyNotDecide(
  { reviewer, prescription, line, updating }: ReviewContext,
  status: 'Approved' | 'Rejected',
): string | null {
  if (reviewer !== 'doctor') return 'Only doctors can approve or reject.';
  if (!prescription || !line) return NO_LINE;
  if (!updating) return ELSEWHERE;
  if (!isOpenForChanges(prescription)) return whyClosed(prescription);
  if (line.status !== null) return `${drugLabel(line)} is already ${line.status.toLowerCase()}. Undo with u.`;
  return status === 'Approved' ? prescription.canApprove : null;
}

/** Why `e` does nothing here. */
export function whyNotEdit({ reviewer, prescription, line, updating }: ReviewContext): string | null {
  if (reviewer === 'reader') return 'Doctors and the office edit lines.';
  if (!prescription || !line) return NO_LINE;
  if (!updating) return ELSEWHERE;
  return isOpenForChanges(prescription) ? null : whyClosed(prescription);
}

/** Why `h` does nothing here. */
export function whyNoHistory({ line }: ReviewContext): string | null {
  if (!line) return NO_LINE;
  return line.changes.length > 1 ? null : `${drugLabel(line)} was not changed since it was asked for.`;
}

/** Why `v` does nothing here. */
export function whyNoView({ prescription }: ReviewContext): string | null {
  return prescription ? null : NO_LINE;
}

export type Undo = { undo: Decided } | { why: string };

/**
 * What `u` takes back: the decision of the line in focus, or else the last one
 * made here, wherever the focus went since.
 */
export function decisionToUndo(
  context: ReviewContext,
  made: readonly Decided[],
  prescriptions: readonly PrescriptionView[],
): Undo {
  const { reviewer, prescription, line } = context;
  if (reviewer !== 'doctor') return { why: 'Only doctors can undo a decision.' };
  if (prescription && line && line.status !== null) {
    if (!isOpenForChanges(prescription)) return { why: whyClosed(prescription) };
    return { undo: { prescription: prescription._id, line: line._id } };
  }
  const last = made.findLast((one) => decidedLine(one, prescriptions) !== undefined);
  const of = prescriptions.find((one) => one._id === last?.prescription);
  if (!last || !of) return { why: 'There is no decision to undo: none was made on this page.' };
  return isOpenForChanges(of) ? { undo: last } : { why: whyClosed(of) };
}

function decidedLine({ prescription, line }: Decided, all: readonly PrescriptionView[]) {
  return all
    .find((one) => one._id === prescription)
    ?.medications.find((one) => one._id === line && one.status !== null);
}

type DocumentToOpen = { open: PrescriptionView } | { why: string };

/** What `p` opens: the prescription in focus, or else the one that was completed last. */
export function documentToOpen(
  { reviewer, prescription }: ReviewContext,
  made: readonly Decided[],
  prescriptions: readonly PrescriptionView[],
): DocumentToOpen {
  if (reviewer !== 'doctor') return { why: 'Only doctors can open and sign the prescription.' };
  if (prescription && mayOpenPrescription(prescription)) return { open: prescription };
  const lately = made
    .toReversed()
    .map((one) => prescriptions.find((other) => other._id === one.prescription))
    .find((one) => one !== undefined && mayOpenPrescription(one) && isOpenForChanges(one));
  if (lately) return { open: lately };
  if (!prescription) return { why: 'No prescription is in focus. Press j to go to the first line.' };
  const { undecided, approved } = tally(prescription);
  if (undecided > 0) return { why: `${prescription.label}: ${tallySentence(prescription)}` };
  if (approved === 0) return { why: `${prescription.label}: no medication is approved, so there is none.` };
  return { why: whyClosed(prescription) };
}
