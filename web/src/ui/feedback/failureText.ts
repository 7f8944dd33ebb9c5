// SPDX-License-Identifier: AGPL-3.0-or-later

// What is said of a call that failed, made here only: a refusal is the server's word, and of a call without an answer
// it is said what happened, what is kept and what to do.

const FALLBACK = 'Some error happens. Please try again or contact us.';

/** A failed command in one line, for where no field is at fault. */
export function failureText(failure: unknown): string {
  return unansweredText(failure) ?? refusalText(failure);
}

/** A read that failed in one line, such as a file to save: nothing was to be done, so nothing may be done already. */
export function unreadText(failure: unknown): string {
  return isUnanswered(failure)
    ? 'No answer came. Your work is kept. Check your connection, then try again.'
    : refusalText(failure);
}

/** For what cannot be pressed again: whether it was done is told by the page. */
export function onceOnlyText(failure: unknown): string {
  return isUnanswered(failure)
    ? 'No answer came. Check your connection, then check on this page whether it was done.'
    : wordsOf(failure);
}

function refusalText(failure: unknown): string {
  return `Error - ${failure instanceof Error ? failure.message : 'undefined system error'}`;
}

/** The same below a title of its own. */
export function wordsOf(failure: unknown, fallback = FALLBACK): string {
  const words = unansweredText(failure) ?? (failure instanceof Error ? failure.message : '');
  return words === '' ? fallback : words;
}

/** What to say of a command without an answer; null where there was one. */
export function unansweredText(failure: unknown): string | null {
  return failure instanceof Error && 'unanswered' in failure && typeof failure.unanswered === 'string'
    ? failure.unanswered
    : null;
}

/** Whether nobody knows what became of a command. */
export function isUnanswered(failure: unknown): boolean {
  return unansweredText(failure) !== null;
}

/** In the place of "not saved" and "will be lost" where the last try got no answer: both may be untrue. */
export const MAYBE_DONE =
  'Your last try got no answer, so this may have been done already. You can check after leaving.';
