// SPDX-License-Identifier: AGPL-3.0-or-later

// The name of a drug as a label writes it: title case, whatever the register's capitals, with the
// abbreviations that are letters left as they are. The server writes paper by the same rule
// (crates/domain/src/prescriptions/names.rs); both are held to wording_cases.json.

// cspell:ignore avec oréal

/** Words that stay in capitals though they could be read as words. Words without a vowel always do. */
const CAPITALS = new Set(
  'ASA ODT ER IR EC LA HFA UV UVA UVB AQ II III IV VI IM IU USP EMLA OD AC AF CO ACTH OROS AIDS'.split(' '),
);
/** Words that have a spelling of their own. */
const SPELLED = new Map([
  ['HCL', 'HCl'],
  ['KCL', 'KCl'],
  ['NACL', 'NaCl'],
]);
/** Small words, in English and French, unless they come first. */
const SMALL = new Set('AND OF WITH FOR IN TO THE BY DE DU DES ET EN LES POUR AVEC SANS À'.split(' '));
/** Units, after a number. */
const UNITS = new Map([
  ['MG', 'mg'],
  ['MCG', 'mcg'],
  ['G', 'g'],
  ['GM', 'g'],
  ['KG', 'kg'],
  ['ML', 'mL'],
  ['L', 'L'],
  ['UNIT', 'units'],
  ['UNITS', 'units'],
  ['MEQ', 'mEq'],
  ['MMOL', 'mmol'],
]);

const WORD = /\p{L}[\p{L}'’]*/gu;

/** "APO-METFORMIN 500MG" as "Apo-Metformin 500 mg". A word with a small letter in it stays. */
export function drugName(name: string): string {
  let text = '';
  let read = 0;
  for (const found of name.matchAll(WORD)) {
    const word = found[0];
    text += name.slice(read, found.index);
    read = found.index + word.length;
    text += written(text, word, name.charAt(read));
  }
  return text + name.slice(read);
}

/** A word after what is written already and before the next letter. */
function written(text: string, word: string, next: string): string {
  const touchesDigit = /\d$/.test(text);
  // The digits of a code, as in "AX275G", are no number.
  const followsNumber =
    /(?:^|[^\p{L}\d.,])[\d.,]*\d *$/u.test(text) || (text.endsWith('/') && /\d/.test(text));
  const nextIsDigit = /\d/.test(next);
  const unit = UNITS.get(word);
  if (unit !== undefined && followsNumber && !nextIsDigit) return `${touchesDigit ? ' ' : ''}${unit}`;
  // "2IN1", "B12" and "24H" are names of their own.
  if (touchesDigit || nextIsDigit) return word;
  // The apostrophe parts "L'ORÉAL", not "WOMEN'S".
  const [, article, mark, rest] = /^(\p{L})(['’])(.+)$/u.exec(word) ?? [];
  if (article !== undefined && mark !== undefined && rest !== undefined)
    return `${text === '' ? article : article.toLowerCase()}${mark}${cased(rest, true)}`;
  return cased(word, text === '');
}

function cased(word: string, isFirst: boolean): string {
  if (/\p{Ll}/u.test(word)) return word;
  const spelled = SPELLED.get(word);
  if (spelled !== undefined) return spelled;
  if (!isFirst && SMALL.has(word)) return word.toLowerCase();
  const isWord = /[AEIOUY]|[^\p{ASCII}]/u.test(word);
  if ([...word].length === 1 || CAPITALS.has(word) || !isWord) return word;
  const [first = '', ...rest] = word;
  return first + rest.join('').toLowerCase();
}
