// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a reviewer may do to a prescription: deciding, as values that are sent against the version one is
 * looking at, so that a stale one can be shown and sent again instead of being lost; then signing, printing
 * and refunding. Every answer is the newest view. What a command would leave behind is in commandFacts.ts.
 */
import { api, secondsSincePress, withKey } from '../../../api/client';
import type {
  EncounterView,
  ExceptionReason,
  MedicationView,
  PharmacyView,
  PrescriptionView,
  Usage,
} from '../../../api/generated/schema';
import { lineOf } from './lines';
import type { GivenReason } from './ReasonDialog';
import type { Strokes } from './strokes';

/** A drug chosen to replace the requested one. */
export type ChosenDrug = Pick<MedicationView, 'name' | 'administrations' | 'formulations' | 'ingredients'> & {
  drugId: string;
};

export type Decision = 'Approved' | 'Rejected' | null;

/** A doctor's reason for a drug of a crossed-out class (decision 157). */
export type Exception = { code: ExceptionReason; text: string | null };

export type Command =
  | { kind: 'acknowledge' }
  | {
      kind: 'decide';
      line: string;
      status: Decision;
      marksOpened?: boolean;
      reason?: GivenReason | null;
      exception?: Exception;
    }
  | {
      kind: 'edit';
      line: string;
      usage: Usage;
      /** Figures typed by the doctor; empty takes them back, null leaves them as they are. */
      toDispense: string | null;
      drug: ChosenDrug | null;
      /** Why it may cover more than twelve months; null or absent leaves it as it is. */
      supplyReason?: string | null;
      exception?: Exception;
    }
  | { kind: 'pharmacy'; pharmacy: PharmacyView | null }
  | { kind: 'text'; text: string }
  | { kind: 'encounter'; how: EncounterView['kind']; start: string; end: string };

/** Who looks: the office edits the usage only, through a call of its own (decision 25); others read. */
export type Reviewer = 'doctor' | 'office' | 'reader';

/** Sends a command against the version the reviewer was looking at. */
export function sendCommand(
  command: Command,
  view: PrescriptionView,
  reviewer: Reviewer,
): Promise<PrescriptionView> {
  const { _id: prescriptionId, version } = view;
  switch (command.kind) {
    case 'acknowledge':
      return api('put', '/api/prescription/acknowledge', { body: { prescriptionId, version } });
    case 'decide':
      return api('put', '/api/prescription/medication/updateStatus', {
        body: {
          prescription: { _id: prescriptionId },
          medication: { _id: command.line, version: lineOf(view, command.line)?.version },
          status: command.status,
          marksOpened: command.marksOpened || undefined,
          reasonCode: command.reason?.code,
          reasonText: command.reason?.text,
          exception: command.exception,
        },
      });
    case 'edit':
      return api('put', reviewer === 'doctor' ? DOCTORS_EDIT : OFFICE_EDIT, {
        body: {
          prescription: { _id: prescriptionId },
          medication: {
            _id: command.line,
            version: lineOf(view, command.line)?.version,
            drugId: command.drug?.drugId,
          },
          usage: command.usage,
          toDispense: command.toDispense,
          supplyReason: command.supplyReason ?? undefined,
          exception: command.exception,
        },
      });
    case 'pharmacy': {
      const drPharmacy = command.pharmacy ? { _id: command.pharmacy._id } : null;
      return api('put', '/api/prescription/dr-pharmacy', {
        body: { prescription: { _id: prescriptionId, version, drPharmacy } },
      });
    }
    case 'text':
      return api('post', '/api/prescription/set-text', {
        body: { data: { prescriptionId, text: command.text, version } },
      });
    case 'encounter': {
      const { how, start, end } = command;
      return api('put', '/api/prescription/encounter', {
        body: { prescriptionId, kind: how, start, end },
        // Judged by no version, and recorded for good: sent again without an answer, it is the same command.
        headers: withKey(['encounter', prescriptionId, how, start, end].join(' ')),
      });
    }
  }
}

const DOCTORS_EDIT = '/api/prescription/medication/medication-usage';
const OFFICE_EDIT = '/api/prescription/medication/usage';

/** Signs the document that is on screen: drawn, or in ink after confirming the password. */
export async function signPrescription(
  view: PrescriptionView,
  proof: { strokes: Strokes } | { password: string },
  /** Doctors whose decisions the signer takes over. */
  takeOver: readonly string[] = [],
): Promise<PrescriptionView> {
  const answer = await api('put', '/api/prescription/sign', {
    body: {
      prescriptionId: view._id,
      version: view.version,
      strokes: 'strokes' in proof ? proof.strokes : [],
      password: 'password' in proof ? proof.password : undefined,
      takeOver: takeOver.length > 0 ? [...takeOver] : undefined,
    },
  });
  return answer.prescription;
}

/** Records that the prescription was printed, by whom and when (decision 53). */
export function recordPrint(view: PrescriptionView, key: string): Promise<PrescriptionView> {
  const body = { prescriptionId: view._id, personId: view.person._id };
  const headers = withKey(key, view.copies[0]?.number ?? 0);
  return api('put', '/api/prescription/print', { body, headers });
}

interface Refunded {
  readonly settled: boolean;
  readonly undo: (() => Promise<void>) | null;
  /** Seconds since it was pressed. */
  readonly gone: number;
  readonly view: PrescriptionView | null;
}

/**
 * Gives the rejected part of the charge back, then marks the prescription. When
 * the provider's answer is not known yet the mark is left to the server, which
 * learns of the outcome by itself.
 */
export async function refundPrescription(view: PrescriptionView, key: string): Promise<Refunded> {
  const chargeId = view.payment?.chargeId;
  if (!chargeId) return { settled: false, undo: null, gone: 0, view: null };
  const answer = await api('put', '/api/payment/refund', {
    body: { chargeId, amount: view.refundable },
    headers: withKey(key),
  });
  if (answer.state === 'waiting') {
    const undo = async () => {
      await api('put', '/api/payment/refund/undo', { body: { chargeId } });
    };
    return { settled: false, undo, gone: secondsSincePress(answer), view: null };
  }
  if (answer.state !== 'done') return { settled: false, undo: null, gone: 0, view: null };
  const marked = await api('put', '/api/prescription/refund-success', {
    body: { id: view._id, personId: view.person._id },
  });
  return { settled: true, undo: null, gone: 0, view: marked };
}
