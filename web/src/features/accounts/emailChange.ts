// SPDX-License-Identifier: AGPL-3.0-or-later

// The four steps of the e-mail change and what is said when one fails (specification 000 section 8).
import { faultsOf } from '../../ui/forms/faults';

export type WizardStep = 0 | 1 | 2 | 3;

export const WIZARD: Record<WizardStep, { readonly title: string; readonly error: (why: string) => string }> =
  {
    0: {
      title: 'Your current password',
      error: (message) => `Error on validating password. ${message}`,
    },
    1: {
      title: 'The code from your phone',
      error: (message) => `Error on validating phone code. ${message}`,
    },
    2: {
      title: 'Your new email',
      error: (message) => `Error on saving new Email. ${message}`,
    },
    3: {
      title: 'The code from your new email',
      error: (message) => `Error on validating Email code. ${message}`,
    },
  };

/** What heads a step that failed, and what is said below. */
export interface Problem {
  readonly title: string;
  readonly text?: string;
}

/** `failure` is null when the server answered that it is not verified. Without an answer nothing was at fault. */
export function emailProblem(step: WizardStep, failure: unknown): Problem {
  const why = failure === null ? [] : faultsOf(failure);
  const unanswered = why.find((fault) => fault.title !== undefined);
  if (unanswered?.title !== undefined) return { title: unanswered.title, text: unanswered.message };
  const words = [...new Set(why.map((fault) => fault.message))].join(' ');
  return { title: WIZARD[step].error(words).trim() };
}
