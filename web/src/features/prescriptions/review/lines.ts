/**
 * What a doctor reads off a requested line: its name with the strength, the
 * form, the changes since the patient sent it, and what is still undecided.
 * Pure functions over the wire types; nothing here draws or calls anything.
 */
import type { MedicationView, PersonRef, PrescriptionView, Usage } from '../../../api/types';

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
      return orOther(usage.quantity, usage.quantityOther);
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

type DrugFacts = Pick<MedicationView, 'name' | 'ingredients' | 'administrations' | 'formulations'>;

/** The strength as printed on the label, such as "100 mcg" or "20 mg / 12.5 mg". */
export function strength(drug: Pick<DrugFacts, 'ingredients'>): string {
  return drug.ingredients
    .filter((ingredient) => ingredient.strength !== '')
    .map((ingredient) => `${ingredient.strength} ${readableUnit(ingredient.strength_unit)}`.trim())
    .join(' / ');
}

/** The register writes units in capitals; micrograms are never the Greek letter. */
function readableUnit(unit: string): string {
  if (/^(µg|μg|ug)$/i.test(unit)) return 'mcg';
  if (/^(MG|MCG|G|KG|UNIT|UNITS)$/.test(unit)) return unit.toLowerCase();
  return unit === 'ML' ? 'mL' : unit;
}

/** The strength to show beside the name, empty when the name says it already. */
export function strengthBeside(drug: Pick<DrugFacts, 'name' | 'ingredients'>): string {
  const written = strength(drug);
  const squeezed = (text: string) => text.toLowerCase().replace(/\s+/g, '');
  return squeezed(drug.name).includes(squeezed(written)) ? '' : written;
}

/** Name and strength, for announcements and accessible names. */
export function drugLabel(drug: Pick<DrugFacts, 'name' | 'ingredients'>): string {
  return [drug.name, strengthBeside(drug)].filter((part) => part !== '').join(' ');
}

/** "Tablet · Oral". */
export function formLine(drug: Pick<DrugFacts, 'administrations' | 'formulations'>): string {
  return [...drug.formulations, ...drug.administrations].map(sentenceCase).join(' · ');
}

/** The register prints some words in capitals; on screen they are read as words. */
function sentenceCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** What the lines of a prescription add up to. */
export type Tally = { total: number; approved: number; rejected: number; undecided: number };

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

/** The sentence in the foot of a prescription. */
export function tallySentence(prescription: Pick<PrescriptionView, 'medications'>): string {
  const { total, approved, rejected, undecided } = tally(prescription);
  if (undecided > 0) {
    return `${undecided} of ${total} undecided. Prescription shows once every line is decided.`;
  }
  if (approved === 0) return `${rejected} rejected`;
  return rejected === 0 ? `${approved} of ${total} approved` : `${approved} approved, ${rejected} rejected`;
}

/** Who did something, in words; empty when the product did it by itself. */
export function nameOf(who: PersonRef | null): string {
  return who ? [who.FirstName, who.LastName].filter((part) => part !== '').join(' ') : '';
}
