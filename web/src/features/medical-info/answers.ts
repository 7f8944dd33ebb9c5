// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One list of answers (conditions, surgeries, allergies): nothing answered, none of them, or what was chosen
 * from the list and added in one's own words. Pure.
 */

export interface ListAnswer {
  no: boolean;
  chosen: string[];
  /** One's own words; null while there are none, empty while some are being typed. */
  other: string[] | null;
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

/** What has the typed letters in it, first what begins with them. */
export function findItems(items: readonly string[], typed: string): string[] {
  const wanted = fold(typed);
  const found = items.filter((item) => fold(item).includes(wanted));
  const starts = (item: string) => Number(!fold(item).startsWith(wanted));
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, MOST_FOUND);
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
  if (answer.other?.length) return answer;
  return { ...answer, other: isTyping ? [] : null };
}

/** Everything answered, in the order in which it is shown. */
export function itemsOf(answer: ListAnswer): string[] {
  return [...answer.chosen, ...(answer.other ?? [])];
}

export function isKnown(answer: ListAnswer, name: string): boolean {
  return itemsOf(answer).some((one) => isSameName(one, name));
}
