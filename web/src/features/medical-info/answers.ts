// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One list of answers (conditions, surgeries, allergies): nothing answered, none of them, or what was chosen
 * from the list and added in one's own words. Pure.
 */

export interface ListAnswer {
  no: boolean;
  chosen: string[];
  /** One's own words; null while there are none. */
  other: string[] | null;
  /** Words are in the box and not added yet. Of the form only: never saved. */
  begun?: boolean;
}

/** Longest list of what was found. */
const MOST_FOUND = 6;

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

/** Whether a word of the item starts with what was typed, however it is accented. */
export function hasWord(item: string, typed: string): boolean {
  const name = fold(item);
  const wanted = fold(typed);
  for (let at = name.indexOf(wanted); at !== -1; at = name.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}'’]$/u.test(name.slice(0, at))) return true;
  }
  return false;
}

/** How far an item is from what was typed: the same, begins with it, has a word that does, has its letters. */
function distance(item: string, typed: string): number {
  if (isSameName(item, typed)) return 0;
  if (fold(item).startsWith(fold(typed))) return 1;
  return hasWord(item, typed) ? 2 : 3;
}

/** What has the typed letters in it, the nearest first. */
export function findItems(items: readonly string[], typed: string): string[] {
  const found = items.filter((item) => fold(item).includes(fold(typed)));
  return found.toSorted((a, b) => distance(a, typed) - distance(b, typed)).slice(0, MOST_FOUND);
}

/** None of them: clears the list and the own words. */
export function answerNo(no: boolean): ListAnswer {
  return { no, chosen: [], other: null };
}

/** With one more: of the list, or in one's own words. */
export function withItem(answer: ListAnswer, name: string, items: readonly string[]): ListAnswer {
  const listed = items.find((item) => isSameName(item, name));
  return listed === undefined
    ? { ...answer, no: false, other: [...(answer.other ?? []), name] }
    : { ...answer, no: false, chosen: [...answer.chosen, listed] };
}

export function withoutItem(answer: ListAnswer, name: string): ListAnswer {
  const other = answer.other?.filter((one) => one !== name) ?? [];
  return {
    ...answer,
    chosen: answer.chosen.filter((one) => one !== name),
    other: other.length > 0 ? other : null,
  };
}

/** Own words that were begun are asked for until they are added or taken back. */
export function whileTyping(answer: ListAnswer, isTyping: boolean): ListAnswer {
  return { ...answer, begun: isTyping };
}

/** Everything answered, in the order in which it is shown. */
export function itemsOf(answer: ListAnswer): string[] {
  return [...answer.chosen, ...(answer.other ?? [])];
}

export function isKnown(answer: ListAnswer, name: string): boolean {
  return itemsOf(answer).some((one) => isSameName(one, name));
}
