// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What a doctor reads off a requested line: its name with the strength, the
 * form, the changes since the patient sent it, and what is still undecided.
 * Pure functions over the wire types; nothing here draws or calls anything.
 */
import type { MedicationView, PersonRef, PrescriptionView, Usage } from '../../../api/generated/schema';
import { drugName } from '../../../ui/drugName';
import { nameAndStrengths, strengthText } from '../../../ui/strength';

/** What is typed on the board: of a line or a text. One of them is open at a time. */
export const REVIEW = 'review';

/** The parts of a usage in the order they are read out. */
export type UsageField = 'quantity' | 'frequency' | 'duration' | 'repeat' | 'textLine';

const fieldLabels: Record<UsageField, string> = {
  quantity: 'Quantity',
  frequency: 'Frequency',
  duration: 'Duration',
  repeat: 'Repeat',
  textLine: 'Note',
};

const usageFields: readonly UsageField[] = ['quantity', 'frequency', 'duration', 'repeat', 'textLine'];

/** One part of a usage in words: "Other" is replaced by what was written. */
export function usagePart(usage: Usage, field: UsageField): string {
  switch (field) {
    case 'quantity':
      return [orOther(usage.quantity, usage.quantityOther), usage.site?.toLowerCase()]
        .filter(Boolean)
        .join(', ');
    case 'frequency': {
      const often = orOther(usage.frequency, usage.frequencyOther);
      return usage.asNeeded ? `${often}, as needed` : often;
    }
    case 'duration':
      return orOther(usage.duration, usage.durationOther);
    case 'repeat':
      return `Repeat ${usage.repeat}`;
    case 'textLine':
      return usage.textLine ?? '';
  }
}

function orOther(value: string, other: string | null | undefined): string {
  return value === 'Other' && other ? other : value;
}

/** A whole usage on one line, as "One · Twice a day · 3 months · Repeat 0". */
export function usageLine(usage: Usage): string {
  return usageFields
    .map((field) => usagePart(usage, field))
    .filter((part) => part !== '')
    .join(' · ');
}

/** The usage the patient asked for, and the one that counts now. */
export function firstUsage(line: MedicationView): Usage | undefined {
  return line.usages[0];
}
export function currentUsage(line: MedicationView): Usage | undefined {
  return line.usages[line.usages.length - 1];
}

/** One part of the directions: what was asked, and what replaces it now (or null). */
export type UsageChange = { field: UsageField; label: string; asked: string; now: string | null };

/** The requested directions part by part, each with the doctor's replacement. */
export function usageChanges(line: MedicationView): UsageChange[] {
  const asked = firstUsage(line);
  const now = currentUsage(line);
  if (!asked || !now) return [];
  return usageFields
    .map((field) => {
      const before = usagePart(asked, field);
      const after = usagePart(now, field);
      return {
        field,
        label: fieldLabels[field],
        asked: before,
        now: before === after ? null : after,
      };
    })
    .filter((change) => change.asked !== '' || change.now !== null);
}

/** The parts that differ between two usages. */
export function usageDifferences(before: Usage, after: Usage): { label: string; from: string; to: string }[] {
  return usageFields
    .map((field) => ({
      label: fieldLabels[field],
      from: usagePart(before, field),
      to: usagePart(after, field),
    }))
    .filter((change) => change.from !== change.to);
}

/** A total typed earlier, with its unit; empty when the sum counts. */
export function typedTotal({ toDispense }: MedicationView): string {
  return toDispense.typed ? `${toDispense.figures ?? ''} ${toDispense.unit}`.trim() : '';
}

/** Whether what a total was typed for differs: the field is emptied at once, the server says why. */
export function voidsTotal(before: Usage, after: Usage, drugChanged: boolean): boolean {
  const parts: (keyof Usage)[] = [
    'quantity',
    'quantityOther',
    'frequency',
    'frequencyOther',
    'asNeeded',
    'duration',
    'durationOther',
  ];
  const hasOther = [before, after].some((one) =>
    [one.quantity, one.frequency, one.duration].includes('Other'),
  );
  return (
    drugChanged ||
    parts.some((part) => (before[part] ?? '') !== (after[part] ?? '')) ||
    (hasOther && (before.textLine ?? '') !== (after.textLine ?? ''))
  );
}

type DrugFacts = Pick<MedicationView, 'name' | 'ingredients' | 'administrations' | 'formulations'>;

/** The name, and the strength to show beside it, empty when the name says it already. */
export function nameAndDose(drug: Pick<DrugFacts, 'name' | 'ingredients'>): [name: string, dose: string] {
  const [name, beside] = nameAndStrengths(drugName(drug.name), drug.ingredients.map(strengthText));
  return [name, beside.join(' + ')];
}

/** Name and strength, for announcements and accessible names. */
export function drugLabel(drug: Pick<DrugFacts, 'name' | 'ingredients'>): string {
  return nameAndDose(drug)
    .filter((part) => part !== '')
    .join(' ');
}

/** "Tablet · Oral". */
export function formLine(
  drug: Pick<DrugFacts, 'administrations' | 'formulations'> & { container?: string | null },
): string {
  return [
    ...drug.formulations.map(sentenceCase),
    ...(drug.container ? [drug.container] : []),
    ...drug.administrations.map(sentenceCase),
  ].join(' · ');
}

/** The register prints some words in capitals; on screen they are read as words. */
function sentenceCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** The newest version for which a doctor gave a reason, while the same drug stands. */
export function reasonGiven(line: MedicationView): MedicationView['changes'][number] | undefined {
  const now = line.changes[line.changes.length - 1];
  if (!now) return undefined;
  const other = line.changes.findLastIndex((change) => drugLabel(change) !== drugLabel(now));
  return line.changes.slice(other + 1).findLast((change) => change.exception !== null);
}

/** A reason and the words beside it, on one line. */
export function reasonLine(exception: { reason: string; text: string | null }): string {
  return exception.text === null ? exception.reason : `${exception.reason}: ${exception.text}`;
}

/** Doctors other than the signer who approved lines that would be signed, each with the lines' names. */
export function othersDecisions(
  prescription: Pick<PrescriptionView, 'medications'>,
  signer: string,
): { id: string; name: string; drugs: string[] }[] {
  const found: { id: string; name: string; drugs: string[] }[] = [];
  for (const line of prescription.medications) {
    const by = line.decidedBy;
    if (line.status !== 'Approved' || !by || by._id === signer) continue;
    const known = found.find((one) => one.id === by._id);
    if (known) known.drugs.push(drugLabel(line));
    else found.push({ id: by._id, name: `Dr. ${nameOf(by)}`, drugs: [drugLabel(line)] });
  }
  return found;
}

/** What the lines of a prescription add up to. */
type Tally = { total: number; approved: number; rejected: number; undecided: number };

export function tally(prescription: Pick<PrescriptionView, 'medications'>): Tally {
  const total = prescription.medications.length;
  const approved = prescription.medications.filter((line) => line.status === 'Approved').length;
  const rejected = prescription.medications.filter((line) => line.status === 'Rejected').length;
  return { total, approved, rejected, undecided: total - approved - rejected };
}

/** Prescription opens once every line is decided and one is approved: the server's word (2-back-office §4). */
export function mayOpenPrescription(prescription: PrescriptionView): boolean {
  return prescription.canPrescribe;
}

/** Lines and texts stay open until the fax left or the money went back: the server's word (§4). */
export function isOpenForChanges(prescription: PrescriptionView): boolean {
  return prescription.canDecide;
}

/** The sentence in the footer of a prescription. */
export function tallySentence(prescription: Pick<PrescriptionView, 'medications'>): string {
  const { total, approved, rejected, undecided } = tally(prescription);
  if (undecided > 0) {
    return `${undecided} of ${total} undecided. Decide every line to open the prescription.`;
  }
  if (approved === 0) return `${rejected} rejected`;
  return rejected === 0 ? `${approved} of ${total} approved` : `${approved} approved, ${rejected} rejected`;
}

/** Who did something, in words; empty when the product did it by itself. */
export function nameOf(who: PersonRef | null): string {
  return who ? [who.FirstName, who.LastName].filter((part) => part !== '').join(' ') : '';
}

export function lineOf(view: PrescriptionView, line: string): MedicationView | undefined {
  return view.medications.find((medication) => medication._id === line);
}

/**
 * The newest view with one line as it was when a form or a question about it was opened: what goes from there is judged
 * by what was read there, and not by what somebody else made of the line meanwhile.
 */
export function asSeen(newest: PrescriptionView, line: MedicationView): PrescriptionView {
  return { ...newest, medications: newest.medications.map((one) => (one._id === line._id ? line : one)) };
}
