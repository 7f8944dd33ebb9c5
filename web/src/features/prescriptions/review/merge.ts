/**
 * Two edits of one line put together: what only one side changed is taken from
 * that side, and what both changed is the reviewer's to choose. Pure.
 */
import type { MedicationView, Usage } from '../../../api/types';
import type { Command } from './commands';
import { currentUsage, drugLabel, usagePart, type UsageField } from './lines';

export type Edit = Extract<Command, { kind: 'edit' }>;
export type Side = 'theirs' | 'mine';
export type PartKey = UsageField | 'drug' | 'toDispense';

/** One part in which the two versions differ. */
export type Part = { key: PartKey; label: string; theirs: string; mine: string; take: Side };

const FIELDS: readonly (readonly [UsageField, string])[] = [
  ['quantity', 'Quantity'],
  ['frequency', 'Frequency'],
  ['duration', 'Duration'],
  ['repeat', 'Repeat'],
  ['textLine', 'Note'],
];

const figures = (line: MedicationView) => (line.toDispense.typed ? (line.toDispense.figures ?? '') : '');

/** The parts in which my edit and their version differ, each with the side it is taken from at first. */
export function parts(mine: Edit, base: MedicationView, theirs: MedicationView): Part[] {
  const before = currentUsage(base);
  const other = currentUsage(theirs);
  if (!other) return [];
  const found: Part[] = FIELDS.map(([key, label]) => ({
    key,
    label,
    theirs: usagePart(other, key),
    mine: usagePart(mine.usage, key),
    // What I left as it was is theirs to say.
    take: before && usagePart(mine.usage, key) === usagePart(before, key) ? 'theirs' : 'mine',
  }));
  if (mine.drug)
    found.unshift({
      key: 'drug',
      label: 'Drug',
      theirs: drugLabel(theirs),
      mine: drugLabel(mine.drug),
      take: 'mine',
    });
  if (mine.toDispense !== null)
    found.push({
      key: 'toDispense',
      label: 'To dispense',
      theirs: figures(theirs) || 'Worked out',
      mine: mine.toDispense || 'Worked out',
      take: mine.toDispense === figures(base) ? 'theirs' : 'mine',
    });
  return found.filter((part) => part.theirs !== part.mine);
}

/** My edit with the parts that are taken from their version. */
export function merged(mine: Edit, theirs: MedicationView, take: ReadonlyMap<PartKey, Side>): Edit {
  const other = currentUsage(theirs);
  if (!other) return mine;
  const isTheirs = (key: PartKey) => take.get(key) === 'theirs';
  const usage: Usage = { ...mine.usage };
  if (isTheirs('quantity')) Object.assign(usage, pick(other, 'quantity', 'quantityOther'));
  if (isTheirs('frequency')) Object.assign(usage, pick(other, 'frequency', 'frequencyOther', 'asNeeded'));
  if (isTheirs('duration')) Object.assign(usage, pick(other, 'duration', 'durationOther'));
  if (isTheirs('repeat')) usage.repeat = other.repeat;
  if (isTheirs('textLine')) usage.textLine = other.textLine;
  return {
    ...mine,
    usage,
    drug: isTheirs('drug') ? null : mine.drug,
    toDispense: isTheirs('toDispense') ? null : mine.toDispense,
  };
}

function pick<Key extends keyof Usage>(usage: Usage, ...names: Key[]): Partial<Usage> {
  const some: Partial<Usage> = {};
  for (const name of names) some[name] = usage[name];
  return some;
}
