// SPDX-License-Identifier: AGPL-3.0-or-later

// A strength as pharmacies write it, from the register's own columns: no trailing zeros, a leading zero,
// thousands grouped, units in full, micrograms below a milligram, "/ 5 mL" where it is per measure. The
// server writes paper by the same rule (crates/domain/src/prescriptions/strengths.rs); both are held to
// wording_cases.json.

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
  // The micro sign and the Greek letter both become the capital letter.
  '\u039CG': 'mcg',
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
  VIAL: 'vial',
  SYR: 'syringe',
  SYRINGE: 'syringe',
  SACHET: 'sachet',
  CARTRIDGE: 'cartridge',
  PEN: 'pen',
  BAG: 'bag',
  BOTTLE: 'bottle',
  AMP: 'ampoule',
  AMPOULE: 'ampoule',
  NIL: '',
};

/** Only measures and containers are written after the stroke: "/ mL", not "/ TAB" or "/ W/W". */
const MEASURES = ['mL', 'L', 'g', 'mg', 'kg'];
const CONTAINERS = [
  'hour',
  'actuation',
  'dose',
  'vial',
  'syringe',
  'sachet',
  'cartridge',
  'pen',
  'bag',
  'bottle',
  'ampoule',
];

function unitText(unit: string | null | undefined): string {
  const plain = (unit ?? '').trim();
  return UNITS[plain.toUpperCase()] ?? plain;
}

/** Takes the grouping out of "1,250,000"; a comma before other than three digits is a decimal one. */
function decimalPoint(text: string): string {
  if (/^(?!0,)\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '');
  return /^\d*,\d*$/.test(text) ? text.replace(',', '.') : text;
}

/** Digits without useless zeros, or null for what is not a number. */
function asNumber(text: string): string | null {
  const written = decimalPoint(text);
  if (!/^\d*\.?\d*$/.test(written) || !/\d/.test(written)) return null;
  const [whole = '', part = ''] = written.split('.');
  const kept = part.replace(/0+$/, '');
  const left = whole.replace(/^0+/, '') || '0';
  return kept === '' ? left : `${left}.${kept}`;
}

/** ".035" as "0.035", "4.0" as "4", "5-10" as "5 to 10"; anything that is not a number stays. */
function plainNumber(text: string | null | undefined): string {
  const written = (text ?? '').trim();
  const [low, high] = written.split(/\s*-\s*(.*)/s, 2).map((part) => asNumber(part));
  if (low != null && high != null) return `${low} to ${high}`;
  return asNumber(written) ?? written;
}

/** "10000" as "10,000": a row of zeros is miscounted. */
function grouped(text: string): string {
  if (!/^\d{4,}(\.\d+)?$/.test(text)) return text;
  const [whole = '', part] = text.split('.');
  const left = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? left : `${left}.${part}`;
}

function withUnit(value: string, unit: string): string {
  const text = grouped(value);
  if (unit === '') return text;
  return unit === '%' ? `${text}%` : `${text} ${unit}`;
}

/** " / mL", " / 5 mL", " / vial"; nothing after a piece or a way of counting per cent. */
function perText(value: string | null | undefined, unit: string | null | undefined): string {
  const one = unitText(unit);
  if (!MEASURES.includes(one) && !CONTAINERS.includes(one)) return '';
  const amount = plainNumber(value);
  if (['', '0', '1'].includes(amount)) return ` / ${one}`;
  return ` / ${withUnit(amount, CONTAINERS.includes(one) ? `${one}s` : one)}`;
}

/** The micrograms of a strength below one milligram; null for any other. */
function micrograms(value: string, unit: string): string | null {
  const [, decimals] = /^0\.(\d+)$/.exec(value) ?? [];
  if (unit !== 'mg' || decimals === undefined) return null;
  const padded = decimals.padEnd(3, '0');
  return asNumber(`${padded.slice(0, 3)}.${padded.slice(3)}`);
}

/** "5 mg", "100 units / mL", "25 mcg (0.025 mg)"; empty without a strength. */
export function strengthText(parts: StrengthParts): string {
  const value = plainNumber(parts.strength);
  if (value === '') return '';
  const unit = unitText(parts.strength_unit);
  const per = perText(parts.dosage_value, parts.dosage_unit);
  const own = `${withUnit(value, unit)}${per}`;
  const small = micrograms(value, unit);
  return small === null ? own : `${withUnit(small, 'mcg')}${per} (${own})`;
}

/** The strengths of all ingredients, "5 mg + 10 mg"; empty when none is known. */
export function strengthsText(ingredients: readonly StrengthParts[]): string {
  return ingredients
    .map(strengthText)
    .filter((text) => text !== '')
    .join(' + ');
}

/** In lower case, without grouping, and without spaces around a stroke and between a number and its unit. */
function squeezed(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(',', '')
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/(\d)\s+(?=[\p{L}%])/gu, '$1');
}

/** "25 mcg (0.025 mg)" as its two spellings. */
const spellings = (strength: string): string[] =>
  strength.split(' (').map((spelling) => spelling.replace(/\)$/, ''));

/** Whether a name says this strength, in either of its spellings; "25 mg" does not say "5 mg". */
export function saysStrength(name: string, strength: string): boolean {
  const where = squeezed(name);
  return spellings(strength).some((spelling) => {
    const what = squeezed(spelling);
    if (what === '') return false;
    for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
      if (!/[\d./+-]$/.test(where.slice(0, at)) && !/^[\p{L}\p{N}/+.%-]/u.test(where.slice(at + what.length)))
        return true;
    return false;
  });
}

/** The number that a spelled strength begins with. */
const leading = (strength: string): string | null => asNumber(strength.split(/[ %]/, 1)[0] ?? '');

/** The name without the bare numbers at its end, where they are those of its strengths, one for each. */
function bareNumbers(name: string, strengths: readonly string[]): [string, string[]] | null {
  const [, before, figures] = /^(.*\s)([\d./+,-]+)$/s.exec(name.trimEnd()) ?? [];
  if (before === undefined || figures === undefined) return null;
  const numbers = figures.split(/[/+-]/).map((part) => asNumber(part.trim()));
  if (numbers.length !== strengths.length) return null;
  const rest = [...strengths];
  const ordered: string[] = [];
  for (const wanted of numbers) {
    const at = rest.findIndex((one) => spellings(one).some((spelling) => leading(spelling) === wanted));
    const found = wanted === null ? undefined : rest[at];
    if (found === undefined) return null;
    rest.splice(at, 1);
    ordered.push(spellings(found).find((spelling) => leading(spelling) === wanted) ?? found);
  }
  return [before.trimEnd(), ordered];
}

/** Whether a name says all strengths in one word with strokes: "25 mg/100 mg" or "80/12.5 mg". */
function saysInOne(name: string, strengths: readonly string[]): boolean {
  return squeezed(name)
    .split(' ')
    .some((word) => {
      const parts = word.replaceAll(/^[()]+|[()]+$/g, '').split('/');
      const [, unit = ''] = /^[\d.]*(.*)$/.exec(parts.at(-1) ?? '') ?? [];
      if (parts.length < 2 || parts.length !== strengths.length || unit === '') return false;
      const rest = [...strengths];
      return parts.every((part) => {
        const wanted = /^[\d.]+$/.test(part) ? part + unit : part;
        const at = rest.findIndex((one) => spellings(one).some((spelling) => squeezed(spelling) === wanted));
        if (at >= 0) rest.splice(at, 1);
        return at >= 0;
      });
    });
}

/** The name without the one number at its end, where it is that of the first of several strengths. */
function firstNumber(name: string, strengths: readonly string[]): [string, string[]] | null {
  const [, before, figures] = /^(.*) (\S+)$/s.exec(name.trimEnd()) ?? [];
  const [first, ...others] = strengths;
  if (before === undefined || figures === undefined || first === undefined || others.length === 0)
    return null;
  const wanted = asNumber(figures);
  const spelling = spellings(first).find((one) => leading(one) === wanted);
  return wanted === null || spelling === undefined ? null : [before.trimEnd(), [spelling, ...others]];
}

/**
 * A name, and the strengths beside it: those it does not say itself. A bare number at its end, as of
 * "Nitro-Dur 0.4", is the strength without its unit and is taken out of the name, as is that of the first of
 * several strengths. After any other number a comma keeps the name from running into the strength.
 */
export function nameAndStrengths(name: string, strengths: readonly string[]): [string, string[]] {
  const given = strengths.filter((one) => one !== '');
  if (given.length > 0 && (given.every((one) => saysStrength(name, one)) || saysInOne(name, given)))
    return [name, []];
  const runsTogether = /\d$/.test(name) && /^\d/.test(given[0] ?? '');
  return bareNumbers(name, given) ?? firstNumber(name, given) ?? [runsTogether ? `${name},` : name, given];
}
