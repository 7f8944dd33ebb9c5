// SPDX-License-Identifier: AGPL-3.0-or-later

/** A failed command in one line, for where no field is at fault. */
export function failureText(failure: unknown): string {
  return `Error - ${failure instanceof Error ? failure.message : 'undefined system error'}`;
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
