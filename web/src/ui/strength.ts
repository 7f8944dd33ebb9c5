// A strength as pharmacies write it, from the register's own columns: no trailing zeros, a leading zero,
// units in full, "/ 5 mL" where the strength is per measure. The server writes paper by the same rule.

export interface StrengthParts {
  readonly strength?: string | null | undefined;
  readonly strength_unit?: string | null | undefined;
  readonly dosage_value?: string | null | undefined;
  readonly dosage_unit?: string | null | undefined;
}

const UNITS: Readonly<Record<string, string>> = {
  MG: 'mg',
  MCG: 'mcg',
  UG: 'mcg',
  µG: 'mcg',
  G: 'g',
  GM: 'g',
  KG: 'kg',
  ML: 'mL',
  L: 'L',
  UNIT: 'units',
  UNITS: 'units',
  U: 'units',
  IU: 'international units',
  'INTERNATIONAL UNIT': 'international units',
  MEQ: 'mEq',
  MMOL: 'mmol',
  HR: 'hour',
  HOUR: 'hour',
  ACT: 'actuation',
  ACTUATION: 'actuation',
  SPRAY: 'actuation',
  DOSE: 'dose',
  NIL: '',
};

/** Only measures are written after the stroke: "/ mL", not "/ TAB" or "/ W/W". */
const MEASURES = ['mL', 'L', 'g', 'mg', 'kg', 'hour', 'actuation', 'dose'];

function unitWords(unit: string | null | undefined): string {
  const plain = (unit ?? '').trim();
  return UNITS[plain.toUpperCase()] ?? plain;
}

/** ".035" as "0.035", "4.0" as "4"; anything that is not a plain number stays. */
function plainNumber(text: string | null | undefined): string {
  const written = (text ?? '').trim();
  if (!/^\d*\.?\d*$/.test(written) || !/\d/.test(written)) return written;
  const [whole = '', part = ''] = written.split('.');
  const kept = part.replace(/0+$/, '');
  const left = whole.replace(/^0+/, '') || '0';
  return kept === '' ? left : `${left}.${kept}`;
}

function withUnit(value: string, unit: string): string {
  if (unit === '') return value;
  return unit === '%' ? `${value}%` : `${value} ${unit}`;
}

/** "5 mg", "100 units / mL"; empty without a strength. */
export function strengthText(parts: StrengthParts): string {
  const value = plainNumber(parts.strength);
  if (value === '') return '';
  const text = withUnit(value, unitWords(parts.strength_unit));
  const per = unitWords(parts.dosage_unit);
  if (!MEASURES.includes(per)) return text;
  const amount = plainNumber(parts.dosage_value);
  return `${text} / ${amount === '' || amount === '1' ? per : withUnit(amount, per)}`;
}

/** The strengths of all ingredients, "5 mg + 10 mg"; empty when none is known. */
export function strengthsText(ingredients: readonly StrengthParts[]): string {
  return ingredients
    .map(strengthText)
    .filter((text) => text !== '')
    .join(' + ');
}

/** Whether a name says this strength already; "25 mg" does not say "5 mg". */
export function saysStrength(name: string, strength: string): boolean {
  const spaceless = (text: string) => text.toLowerCase().replaceAll(/\s+/g, '');
  const [where, what] = [spaceless(name), spaceless(strength)];
  const at = what === '' ? -1 : where.indexOf(what);
  return at === 0 || (at > 0 && !/[\d.,]/.test(where.charAt(at - 1)));
}
