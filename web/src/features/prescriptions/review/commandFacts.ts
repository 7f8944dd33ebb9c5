// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a command of the reviewer would leave behind, and how that reads beside somebody else's version:
 * lets a stale one be shown instead of being lost. Sending it is in commands.ts.
 */
import type { PharmacyView, PrescriptionView } from '../../../api/generated/schema';
import type { Command, Decision } from './commands';
import { drugLabel, lineOf, usageLine } from './lines';

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
      if (command.reason !== undefined) set('Reason', reasonWords(command.reason));
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
        ...(command.kind === 'decide' ? [{ label: 'Reason', value: reasonWords(line.reason) }] : []),
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

/** What the patient is told and the words for the record: two rejections may differ in them alone. */
function reasonWords(
  reason: { readonly label?: string | null; readonly text: string | null } | null,
): string {
  const parts = [reason?.label, reason?.text].filter(Boolean);
  return parts.length === 0 ? 'None given' : parts.join('. ');
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
