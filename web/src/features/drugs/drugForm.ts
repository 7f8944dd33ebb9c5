// SPDX-License-Identifier: AGPL-3.0-or-later

// The drug form as it is typed: its rows, what is sent of it, and how two people's changes are put
// together. Pure.
import type { CatalogueDrug, SaveDrug } from '../../api/generated/schema';

export interface IngredientRow {
  readonly ingredient_name: string;
  readonly strength: string;
  readonly strength_unit: string;
  /** `5 ML` of `10 MG / 5 ML`; not typed here, and kept. */
  readonly dosage_value: string;
  readonly dosage_unit: string;
}

/** Fields of one line, with their words. */
export const LINES = {
  name: 'Name',
  drug_identification_number: 'Drug identification number (DIN)',
  drug_code: 'Drug code',
  status: 'Status',
  history_date: 'History date',
  class_name: 'Class',
  number_of_ais: 'Number of active ingredients',
  ai_group_no: 'Active ingredient group number',
  company_name: 'Company',
  descriptor: 'Descriptor',
} as const;

/** Lists of one line a row, with the words of a row. */
export const LISTS = {
  administrations: { title: 'Administrations', row: 'administration' },
  formulations: { title: 'Formulations', row: 'formulation' },
  tc_ahfs_numbers: { title: 'tc_ahfs_numbers', row: 'tc_ahfs_number' },
  atc_numbers: { title: 'ATC numbers', row: 'ATC number' },
  schedules: { title: 'Schedules', row: 'schedule' },
} as const;

export type Line = keyof typeof LINES;
export type ListName = keyof typeof LISTS;
export type Field = Line | ListName | 'ingredients';

export type DrugForm = Readonly<Record<Line, string>> &
  Readonly<Record<ListName, readonly string[]>> & { readonly ingredients: readonly IngredientRow[] };

export const CLASSES = ['Human', 'Veterinary', 'Disinfectant', 'Radiopharmaceutical'];

/** Rows of a new drug (specification 001 section 2); a drug that is edited has its own. */
const ROWS = { administrations: 3, formulations: 3, tc_ahfs_numbers: 3, atc_numbers: 1, schedules: 1 };
const INGREDIENT_ROWS = 5;

export const NO_INGREDIENT: IngredientRow = {
  ingredient_name: '',
  strength: '',
  strength_unit: '',
  dosage_value: '',
  dosage_unit: '',
};

const FIELDS: readonly Field[] = [
  'name',
  'drug_identification_number',
  'drug_code',
  'status',
  'history_date',
  'class_name',
  'number_of_ais',
  'ai_group_no',
  'company_name',
  'descriptor',
  'administrations',
  'formulations',
  'tc_ahfs_numbers',
  'atc_numbers',
  'schedules',
  'ingredients',
];

export function textOf(field: string): string {
  if (field === 'ingredients') return 'Ingredients';
  if (field in LINES) return LINES[field as Line];
  return field in LISTS ? LISTS[field as ListName].title : field;
}

function blanks(count: number): string[] {
  return Array.from({ length: count }, () => '');
}

export function emptyForm(): DrugForm {
  return {
    name: '',
    drug_identification_number: '',
    drug_code: '',
    status: '',
    history_date: '',
    class_name: 'Human',
    number_of_ais: '',
    ai_group_no: '',
    company_name: '',
    descriptor: '',
    administrations: blanks(ROWS.administrations),
    formulations: blanks(ROWS.formulations),
    tc_ahfs_numbers: blanks(ROWS.tc_ahfs_numbers),
    atc_numbers: blanks(ROWS.atc_numbers),
    schedules: blanks(ROWS.schedules),
    ingredients: Array.from({ length: INGREDIENT_ROWS }, () => NO_INGREDIENT),
  };
}

function atLeastOne(rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [''] : rows;
}

/** A drug as the form shows it: as many rows as it has, and one to type into where it has none. */
export function formOf(drug: CatalogueDrug): DrugForm {
  const rows = drug.ingredients.map((row) => ({
    ...NO_INGREDIENT,
    ...row,
    dosage_value: row.dosage_value ?? '',
    dosage_unit: row.dosage_unit ?? '',
  }));
  return {
    name: drug.name,
    drug_identification_number: drug.drug_identification_number,
    drug_code: drug.drug_code,
    status: drug.status,
    history_date: drug.history_date,
    class_name: drug.class_name,
    number_of_ais: drug.number_of_ais,
    ai_group_no: drug.ai_group_no,
    company_name: drug.company_name,
    descriptor: drug.descriptor,
    administrations: atLeastOne(drug.administrations),
    formulations: atLeastOne(drug.formulations),
    tc_ahfs_numbers: atLeastOne(drug.tc_ahfs_numbers),
    atc_numbers: atLeastOne(drug.atc_numbers),
    schedules: atLeastOne(drug.schedules),
    ingredients: rows.length === 0 ? [NO_INGREDIENT] : rows,
  };
}

/** What is sent. Rows keep their places, so that a fault is found again; blank ones count for nothing. */
export function bodyOf(form: DrugForm, of?: { readonly id: string; readonly version: string }): SaveDrug {
  return {
    ...of,
    ...form,
    administrations: [...form.administrations],
    formulations: [...form.formulations],
    tc_ahfs_numbers: [...form.tc_ahfs_numbers],
    atc_numbers: [...form.atc_numbers],
    schedules: [...form.schedules],
    ingredients: [...form.ingredients],
  };
}

/** Blank rows say nothing. */
function said(value: DrugForm[Field]): string {
  if (typeof value === 'string') return value.trim();
  const rows = value.map((row) => (typeof row === 'string' ? row.trim() : JSON.stringify(row)));
  return JSON.stringify(rows.filter((row) => row !== '' && row !== JSON.stringify(NO_INGREDIENT)));
}

function isSame(one: DrugForm, other: DrugForm, field: Field): boolean {
  return said(one[field]) === said(other[field]);
}

/** What the form says: two that say the same are one drug. */
export function meaningOf(form: DrugForm): readonly string[] {
  return FIELDS.map((field) => said(form[field]));
}

export interface Merged {
  readonly form: DrugForm;
  /** Fields that both changed, differently: one's own entry stays until one decides. */
  readonly both: readonly Field[];
}

/** Their changes come in where one changed nothing oneself. */
export function mergeForms(base: DrugForm, mine: DrugForm, theirs: DrugForm): Merged {
  const taken = FIELDS.filter((field) => isSame(base, mine, field));
  const both = FIELDS.filter(
    (field) => !taken.includes(field) && !isSame(base, theirs, field) && !isSame(mine, theirs, field),
  );
  const changes = Object.fromEntries(taken.map((field) => [field, theirs[field]]));
  return { form: { ...mine, ...changes }, both };
}

/** A field's value in words, for comparing. */
export function valueText(form: DrugForm, field: Field): string {
  const value = form[field];
  if (typeof value === 'string') return value.trim() || 'nothing';
  const rows = value.map((row) =>
    typeof row === 'string'
      ? row.trim()
      : `${row.ingredient_name} ${row.strength} ${row.strength_unit}`.trim(),
  );
  return rows.filter((row) => row !== '').join(', ') || 'nothing';
}
