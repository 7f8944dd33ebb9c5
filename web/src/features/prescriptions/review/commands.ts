// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a reviewer may do to a prescription, as values: each command knows how
 * it is sent against the version one is looking at, what it would leave behind,
 * and how that reads beside somebody else's version. Keeping commands as values
 * is what lets a stale one be shown and sent again instead of being lost. The
 * sending itself is in calls.ts.
 */
import type { Encounter, MedicationView, PharmacyView, PrescriptionView, Usage } from '../../../api/types';
import { drugLabel, usageLine } from './lines';
import type { GivenReason } from './ReasonDialog';

/** A drug chosen to replace the requested one. */
export type ChosenDrug = Pick<MedicationView, 'name' | 'administrations' | 'formulations' | 'ingredients'> & {
  drugId: string;
};

export type Decision = 'Approved' | 'Rejected' | null;

/** A doctor's reason for a drug of a crossed-out class (decision 157). */
export type Exception = { code: string; text: string | null };

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
  | { kind: 'encounter'; how: Encounter['kind']; start: string; end: string };

/** Who looks: the office edits the usage only, through a call of its own (decision 25); others read. */
export type Reviewer = 'doctor' | 'office' | 'reader';

/** The call a command becomes, carrying the versions of the view it was made on. */
export function commandRequest(
  command: Command,
  view: PrescriptionView,
  reviewer: Reviewer,
): { method: 'PUT' | 'POST'; path: string; body: unknown } {
  switch (command.kind) {
    case 'acknowledge':
      return {
        method: 'PUT',
        path: '/prescription/acknowledge',
        body: { prescriptionId: view._id, version: view.version },
      };
    case 'decide':
      return {
        method: 'PUT',
        path: '/prescription/medication/updateStatus',
        body: {
          prescription: { _id: view._id },
          medication: { _id: command.line, version: lineOf(view, command.line)?.version },
          status: command.status,
          ...(command.marksOpened ? { marksOpened: true } : {}),
          ...(command.reason ? { reasonCode: command.reason.code, reasonText: command.reason.text } : {}),
          ...(command.exception ? { exception: command.exception } : {}),
        },
      };
    case 'edit':
      return {
        method: 'PUT',
        path:
          reviewer === 'doctor'
            ? '/prescription/medication/medication-usage'
            : '/prescription/medication/usage',
        body: {
          prescription: { _id: view._id },
          medication: {
            _id: command.line,
            version: lineOf(view, command.line)?.version,
            ...(command.drug ? { drugId: command.drug.drugId } : {}),
          },
          usage: command.usage,
          toDispense: command.toDispense,
          ...(command.supplyReason == null ? {} : { supplyReason: command.supplyReason }),
          ...(command.exception ? { exception: command.exception } : {}),
        },
      };
    case 'pharmacy':
      return {
        method: 'PUT',
        path: '/prescription/dr-pharmacy',
        body: {
          prescription: {
            _id: view._id,
            version: view.version,
            drPharmacy: command.pharmacy ? { _id: command.pharmacy._id } : null,
          },
        },
      };
    case 'text':
      return {
        method: 'POST',
        path: '/prescription/set-text',
        body: {
          data: { prescriptionId: view._id, text: command.text, version: view.version },
        },
      };
    case 'encounter':
      return {
        method: 'PUT',
        path: '/prescription/encounter',
        body: { prescriptionId: view._id, kind: command.how, start: command.start, end: command.end },
      };
  }
}

/**
 * What a command that is on its way will leave behind, for showing it at once. Only for those whose
 * outcome is plain; versions go on as the server counts them, so that the next press is judged rightly.
 */
export function predictedView(
  command: Command,
  seen: PrescriptionView,
  now: PrescriptionView,
): PrescriptionView {
  if (command.kind === 'acknowledge') {
    // Once it stands otherwise the answer is there already.
    if (now.status !== 'PENDING') return now;
    return { ...now, status: 'ACKNOWLEDGED', version: now.version + 1 };
  }
  if (command.kind !== 'decide') return now;
  const before = lineOf(seen, command.line);
  const line = lineOf(now, command.line);
  if (!before || line?.version !== before.version) return now;
  const medications = now.medications.map((one) =>
    one === line ? { ...line, status: command.status, version: line.version + 1 } : one,
  );
  return { ...now, medications, version: now.version + 1 };
}

export function lineOf(view: PrescriptionView, line: string): MedicationView | undefined {
  return view.medications.find((medication) => medication._id === line);
}

/** One fact of a version, to be set beside the same fact of another. */
export type Fact = { label: string; value: string };

/** What the command leaves behind, fact by fact; the other side of the conflict dialog. */
export function wantedFacts(command: Command, view: PrescriptionView): Fact[] {
  const facts = currentFacts(command, view);
  const set = (label: string, value: string) => {
    const fact = facts.find((one) => one.label === label);
    if (fact) fact.value = value;
  };
  switch (command.kind) {
    case 'acknowledge':
      set('Status', 'Acknowledged');
      break;
    case 'decide':
      set('Decision', decisionWord(command.status));
      break;
    case 'edit':
      if (command.drug) set('Drug', drugLabel(command.drug));
      set('Directions', usageLine(command.usage));
      if (command.toDispense) set('To dispense', command.toDispense);
      break;
    case 'pharmacy':
      set('Pharmacy', pharmacyLine(command.pharmacy ?? view.pharmacy));
      break;
    case 'text':
      set('Text', command.text);
      break;
    case 'encounter':
      break;
  }
  return facts;
}

/** The same facts as they stand in a version. */
export function currentFacts(command: Command, view: PrescriptionView): Fact[] {
  switch (command.kind) {
    case 'acknowledge':
      return [{ label: 'Status', value: view.statuses[0]?.text ?? view.status }];
    case 'decide':
    case 'edit': {
      const line = lineOf(view, command.line);
      if (!line) return [{ label: 'Drug', value: 'No longer in the prescription' }];
      const usage = line.usages[line.usages.length - 1];
      return [
        { label: 'Drug', value: drugLabel(line) },
        { label: 'Directions', value: usage ? usageLine(usage) : '' },
        { label: 'To dispense', value: line.toDispense.figures ?? line.toDispense.computed ?? 'Not stated' },
        { label: 'Decision', value: decisionWord(line.status) },
      ];
    }
    case 'pharmacy':
      return [{ label: 'Pharmacy', value: pharmacyLine(view.drPharmacy ?? view.pharmacy) }];
    case 'text':
      return [{ label: 'Text', value: textOf(view) }];
    case 'encounter':
      return [];
  }
}

/** The text of the prescription: the doctor's own, or the lines in words. */
export function textOf(view: Pick<PrescriptionView, 'text' | 'medications'>): string {
  return view.text ?? view.medications.map((line) => line.textLine).join('\n');
}

function decisionWord(status: Decision): string {
  return status ?? 'Undecided';
}

function pharmacyLine(pharmacy: PharmacyView): string {
  return [pharmacy.name, pharmacy.city].filter((part) => part !== '').join(', ');
}

/** What is said aloud once a command went through. */
export function commandAnnouncement(command: Command, view: PrescriptionView): string {
  switch (command.kind) {
    case 'acknowledge':
      return `Prescription ${view.label} acknowledged.`;
    case 'decide': {
      const line = lineOf(view, command.line);
      const name = line ? drugLabel(line) : 'Line';
      if (command.status === null) return `${name} undecided again.`;
      return `${name} ${command.status.toLowerCase()}. Undo with u.`;
    }
    case 'edit': {
      const line = lineOf(view, command.line);
      return `${line ? drugLabel(line) : 'Line'} saved.`;
    }
    case 'pharmacy':
      return `Pharmacy of ${view.label} is ${pharmacyLine(view.drPharmacy ?? view.pharmacy)}.`;
    case 'text':
      return `Text of ${view.label} saved.`;
    case 'encounter':
      return `Encounter recorded on ${view.label}.`;
  }
}
