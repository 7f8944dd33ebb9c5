/**
 * Two edits of one line put together: what only one side changed is taken from
 * that side, and what both changed is the reviewer's to choose. How much, how
 * often and for how long are one thing: one doctor's dose at the other's
 * interval is what neither of them wrote. A total that was typed goes with the
 * directions and the drug that it was typed for. Pure.
 */
import type { MedicationView, Usage } from '../../../api/types';
import type { Command } from './commands';
import { currentUsage, drugLabel, usageLine, usagePart, type UsageField } from './lines';

export type Edit = Extract<Command, { kind: 'edit' }>;
export type Side = 'theirs' | 'mine';
export type PartKey = 'drug' | 'directions' | 'repeat' | 'textLine' | 'toDispense';

/** One part in which the two versions differ. */
export type Part = { key: PartKey; label: string; theirs: string; mine: string; take: Side };

/** What is taken as one. */
const DIRECTIONS: readonly UsageField[] = ['quantity', 'frequency', 'duration'];

const PARTS: readonly (readonly [PartKey, string, readonly UsageField[]])[] = [
  ['directions', 'Directions', DIRECTIONS],
  ['repeat', 'Repeat', ['repeat']],
  ['textLine', 'Note', ['textLine']],
];

const WORKED_OUT = 'Worked out';

const figures = (line: MedicationView) => (line.toDispense.typed ? (line.toDispense.figures ?? '') : '');

const words = (usage: Usage, fields: readonly UsageField[]) =>
  fields
    .map((field) => usagePart(usage, field))
    .filter((part) => part !== '')
    .join(' · ');

/** The parts in which my edit and their version differ, each with the side it is taken from at first. */
export function parts(mine: Edit, base: MedicationView, theirs: MedicationView): Part[] {
  const before = currentUsage(base);
  const other = currentUsage(theirs);
  if (!other) return [];
  const found: Part[] = PARTS.map(([key, label, fields]) => ({
    key,
    label,
    theirs: words(other, fields),
    mine: words(mine.usage, fields),
    // What I left as it was is theirs to say.
    take: before && words(mine.usage, fields) === words(before, fields) ? 'theirs' : 'mine',
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
      theirs: figures(theirs) || WORKED_OUT,
      mine: mine.toDispense || WORKED_OUT,
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
  if (isTheirs('directions'))
    Object.assign(
      usage,
      pick(
        other,
        'quantity',
        'quantityOther',
        'frequency',
        'frequencyOther',
        'asNeeded',
        'duration',
        'durationOther',
      ),
    );
  if (isTheirs('repeat')) usage.repeat = other.repeat;
  if (isTheirs('textLine')) usage.textLine = other.textLine;
  const drug = isTheirs('drug') ? null : mine.drug;
  const asTheirs = words(usage, DIRECTIONS) === words(other, DIRECTIONS) && drug === null;
  const asMine = words(usage, DIRECTIONS) === words(mine.usage, DIRECTIONS) && drug === mine.drug;
  return { ...mine, usage, drug, toDispense: total(mine, theirs, isTheirs('toDispense'), asTheirs, asMine) };
}

/** The typed total that fits what is saved: theirs stays (null), mine is typed, or none is left (empty). */
function total(
  mine: Edit,
  theirs: MedicationView,
  isTheirs: boolean,
  asTheirs: boolean,
  asMine: boolean,
): string | null {
  const wantsTheirs = isTheirs || mine.toDispense === null;
  if (!wantsTheirs) return asMine || mine.toDispense === '' ? mine.toDispense : '';
  return asTheirs || figures(theirs) === '' ? null : '';
}

/** The line as it will be saved, in words, for reading before it is. */
export function inWords(edit: Edit, theirs: MedicationView): string {
  const typed = edit.toDispense ?? figures(theirs);
  const dispense = typed === '' ? 'quantity to dispense worked out' : `dispense ${typed}`;
  return `${drugLabel(edit.drug ?? theirs)}: ${usageLine(edit.usage)}, ${dispense}`;
}

function pick<Key extends keyof Usage>(usage: Usage, ...names: Key[]): Partial<Usage> {
  const some: Partial<Usage> = {};
  for (const name of names) some[name] = usage[name];
  return some;
}
