// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Two edits of one line put together: what only one side changed is taken from
 * that side, and what both changed is the reviewer's to choose. How much, how
 * often and for how long are one thing: one doctor's dose at the other's
 * interval is what neither of them wrote. A total that was typed stands for the
 * drug and the directions that it was typed for and for nothing else (decision
 * 159); what goes for that is told in words. Pure.
 */
import { sameAsSent } from '../../../api/failures';
import type { MedicationView, PrescriptionView, Usage } from '../../../api/generated/schema';
import { currentFacts, wantedFacts } from './commandFacts';
import type { ChosenDrug, Command } from './commands';
import {
  currentUsage,
  drugLabel,
  formLine,
  lineOf,
  typedTotal,
  usageLine,
  usagePart,
  voidsTotal,
  type UsageField,
} from './lines';

export type Edit = Extract<Command, { kind: 'edit' }>;
export type Side = 'theirs' | 'mine';
export type PartKey = 'drug' | 'directions' | 'repeat' | 'textLine' | 'toDispense' | 'decision';

/** One part that they changed, or in which the two versions differ. */
export type Part = {
  key: PartKey;
  label: string;
  theirs: string;
  mine: string;
  take: Side;
  /** Only told: there is nothing to choose. */
  told?: true;
};

/** What becomes of the two edits. */
export type Merged = {
  edit: Edit;
  /** Whose total it has; neither where nobody typed one for what the line says now. */
  total: Side | null;
  /** Whether the total of each side may stand on the line as it would be saved. */
  mayStand: Readonly<Record<Side, boolean>>;
  /** What goes because it was given for something else, in sentences. */
  lost: string[];
};

/** What is taken as one. */
const DIRECTIONS: readonly UsageField[] = ['quantity', 'frequency', 'duration'];

const PARTS: readonly (readonly [PartKey, string, readonly UsageField[]])[] = [
  ['directions', 'Directions', DIRECTIONS],
  ['repeat', 'Repeat', ['repeat']],
  ['textLine', 'Note', ['textLine']],
];

const WORKED_OUT = 'Calculated';

const words = (usage: Usage, fields: readonly UsageField[]) =>
  fields
    .map((field) => usagePart(usage, field))
    .filter((part) => part !== '')
    .join(' · ');

/** A line as one side has it. */
type Version = { drug: ChosenDrug; usage: Usage; total: string };

function myVersion(mine: Edit, base: MedicationView): Version {
  const drug = mine.drug ?? base;
  const before = currentUsage(base);
  const stands = before !== undefined && !voidsTotal(before, mine.usage, !isSameDrug(base, drug));
  return { drug, usage: mine.usage, total: mine.toDispense?.trim() ?? (stands ? typedTotal(base) : '') };
}

/** Whether a total typed for the one stands for the other. */
function isTypedFor(version: Version, drug: ChosenDrug, usage: Usage): boolean {
  return version.total === '' || !voidsTotal(version.usage, usage, !isSameDrug(version.drug, drug));
}

/** Whether I left the total as I found it. */
function isUntouched({ toDispense }: Edit, base: MedicationView): boolean {
  if (toDispense === null) return true;
  const figures = base.toDispense.typed ? (base.toDispense.figures ?? '') : '';
  return [typedTotal(base), figures].includes(toDispense.trim());
}

/** Whether their version is what my command wanted: after a lost answer it may be my own, and there is nothing to settle. */
export function isAsSent(command: Command, base: PrescriptionView, theirs: PrescriptionView): boolean {
  if (command.kind === 'encounter') return false;
  if (command.kind !== 'edit') {
    const given = command.kind === 'decide' ? command.reason : null;
    const kept = given && command.kind === 'decide' ? lineOf(theirs, command.line)?.reason : null;
    return (
      sameAsSent(wantedFacts(command, theirs), currentFacts(command, theirs)) &&
      (!given || sameAsSent([given.code, given.text], [kept?.code, kept?.text]))
    );
  }
  const [before, now] = [lineOf(base, command.line), lineOf(theirs, command.line)];
  if (!before || !now) return false;
  return (
    conflictParts(command, before, now).every((part) => part.theirs === part.mine) &&
    (!command.supplyReason || sameAsSent(command.supplyReason, now.changes.at(-1)?.supplyReason))
  );
}

/** What they changed, and in what my edit and their version differ, each with the side taken at first. */
export function conflictParts(mine: Edit, base: MedicationView, theirs: MedicationView): Part[] {
  const before = currentUsage(base);
  const other = currentUsage(theirs);
  if (!other) return [];
  const my = myVersion(mine, base);
  const found: Part[] = [];
  const add = (
    key: PartKey,
    label: string,
    was: string | null,
    their: string,
    mys: string,
    left: boolean,
  ) => {
    if (their === mys && their === was) return;
    // What I left as it was is theirs to say.
    found.push({ key, label, theirs: their, mine: mys, take: left ? 'theirs' : 'mine' });
  };
  if (!isSameDrug(base, theirs) || !isSameDrug(my.drug, theirs)) {
    const [, their, mys] = drugText(base, theirs, my.drug);
    found.push({
      key: 'drug',
      label: 'Drug',
      theirs: their ?? '',
      mine: mys ?? '',
      take: isSameDrug(base, my.drug) ? 'theirs' : 'mine',
    });
  }
  for (const [key, label, fields] of PARTS) {
    const was = before ? words(before, fields) : null;
    const mys = words(mine.usage, fields);
    add(key, label, was, words(other, fields), mys, was === mys);
  }
  const total = (text: string) => (text === '' ? WORKED_OUT : text);
  add(
    'toDispense',
    'To dispense',
    total(typedTotal(base)),
    total(typedTotal(theirs)),
    total(my.total),
    isUntouched(mine, base),
  );
  if (base.status !== theirs.status)
    found.push({
      key: 'decision',
      label: 'Decision',
      theirs: theirs.status ?? 'Undecided',
      mine: base.status ?? 'Undecided',
      take: 'theirs',
      told: true,
    });
  return found;
}

/** My edit with the parts that are taken from their version, and what goes by that. */
export function mergeEdits(
  mine: Edit,
  base: MedicationView,
  theirs: MedicationView,
  take: ReadonlyMap<PartKey, Side>,
): Merged {
  const other = currentUsage(theirs);
  if (!other) return { edit: mine, total: 'mine', mayStand: { mine: true, theirs: true }, lost: [] };
  const isTheirs = (key: PartKey) => take.get(key) === 'theirs';
  const my = myVersion(mine, base);
  const their: Version = { drug: theirs, usage: other, total: typedTotal(theirs) };
  const usage: Usage = { ...mine.usage };
  if (isTheirs('directions'))
    Object.assign(
      usage,
      pick(
        other,
        'quantity',
        'quantityOther',
        'site',
        'frequency',
        'frequencyOther',
        'asNeeded',
        'duration',
        'durationOther',
      ),
    );
  if (isTheirs('repeat')) usage.repeat = other.repeat;
  if (isTheirs('textLine')) usage.textLine = other.textLine;
  const drug = isTheirs('drug') ? theirs : my.drug;

  const theirsStands = isTypedFor(their, drug, usage);
  const mayStand = {
    theirs: theirsStands,
    // The very text that their line had, sent with a change that takes it away, is taken for theirs.
    mine: isTypedFor(my, drug, usage) && (theirsStands || my.total === '' || !isSameTotal(my.total, theirs)),
  };
  const wants: Side =
    isTheirs('toDispense') || (mine.toDispense === null && !take.has('toDispense')) ? 'theirs' : 'mine';
  const instead: Side = wants === 'mine' ? 'theirs' : 'mine';
  const total = mayStand[wants] ? wants : mayStand[instead] ? instead : null;
  const figures = total === null ? '' : total === 'mine' ? my.total : their.total;

  const leaves =
    (total === 'theirs' && their.total !== '') ||
    (mine.toDispense === null && figures === '' && their.total === '');

  const { exception, supplyReason = null, ...rest } = mine;
  const isMyDrug = isSameDrug(my.drug, drug);
  const isMySupply =
    isMyDrug &&
    usage.repeat === mine.usage.repeat &&
    words(usage, DIRECTIONS) === words(mine.usage, DIRECTIONS);
  const edit: Edit = {
    ...rest,
    usage,
    drug: isSameDrug(drug, theirs) ? null : chosen(drug),
    // Null leaves theirs; empty says that none is left.
    toDispense: leaves ? null : figures,
    // Reasons were given for one drug and one supply.
    supplyReason: isMySupply ? supplyReason : null,
    ...(exception && isMyDrug ? { exception } : {}),
  };
  const lost = ([my, their] as const)
    .filter((one) => !isTypedFor(one, drug, usage))
    .map((one) => `${one.total} was typed for ${typedForText(one, drug)}; ${totalText(figures)}`);
  if (!isMySupply && supplyReason)
    lost.push('The reason for more than 12 months was given for other directions and is not kept.');
  return { edit, total, mayStand, lost: [...new Set(lost)] };
}

function typedForText({ drug, usage }: Version, now: ChosenDrug): string {
  const [was] = drugText(drug, now);
  return isSameDrug(drug, now) ? `${drugLabel(drug)}, ${words(usage, DIRECTIONS)}` : (was ?? '');
}

function totalText(figures: string): string {
  return figures === '' ? 'the total will be calculated again.' : `the total is ${figures}.`;
}

/** The line as it will be saved, in words, for reading before it is. */
export function partText(edit: Edit, theirs: MedicationView): string {
  const typed = edit.toDispense ?? typedTotal(theirs);
  const dispense = typed === '' ? 'quantity to dispense calculated' : `dispense ${typed}`;
  const [drug] = edit.drug ? drugText(edit.drug, theirs) : drugText(theirs);
  return `${drug ?? ''}: ${usageLine(edit.usage)}, ${dispense}`;
}

/** The server's rule: another entry, name, strength or form is another drug. */
function isSameDrug(one: ChosenDrug, other: ChosenDrug): boolean {
  return one.drugId === other.drugId && facts(one) === facts(other);
}

function facts({ name, ingredients, formulations }: ChosenDrug): string {
  const strengths = ingredients.map((one) => [
    one.ingredient_name,
    one.strength,
    one.strength_unit,
    one.dosage_value ?? '',
    one.dosage_unit ?? '',
  ]);
  return JSON.stringify([name, strengths, formulations]);
}

/** Name and strength of each, with the form where they differ in it. */
function drugText(...drugs: ChosenDrug[]): string[] {
  const isOneForm = new Set(drugs.map(formLine)).size < 2;
  return drugs.map((drug) => (isOneForm ? drugLabel(drug) : `${drugLabel(drug)}, ${formLine(drug)}`));
}

function chosen({ drugId, name, administrations, formulations, ingredients }: ChosenDrug): ChosenDrug {
  return { drugId, name, administrations, formulations, ingredients };
}

/** With or without its unit. */
function isSameTotal(text: string, line: MedicationView): boolean {
  return text === typedTotal(line) || text === line.toDispense.figures;
}

function pick<Key extends keyof Usage>(usage: Usage, ...names: Key[]): Partial<Usage> {
  const some: Partial<Usage> = {};
  for (const name of names) some[name] = usage[name];
  return some;
}
