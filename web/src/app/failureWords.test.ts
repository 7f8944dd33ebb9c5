// SPDX-License-Identifier: AGPL-3.0-or-later

// What is said of a call that failed has one source: no screen, client or hook makes a sentence of its own of what was
// thrown, or stands here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ApiUnavailable } from '../api/failures';
import { failureText, onceOnlyText, unreadText, wordsOf } from '../ui/feedback/failureText';

const SRC = join(process.cwd(), 'src');

/** The words of what was thrown, other than of a refusal that is known to be one. */
const OWN_WORDS =
  /\b(?:error|failure|failed|reason)\.message\b|\.error\??\.message\b|toast\.\w+\([^;]*\bmessageOf\(/;

/** Known to be a refusal of the server, whose words they are. */
const REFUSALS = [
  'features/accounts/staff/ResetSecondStep.tsx',
  'features/notes/autosave.ts',
  'features/prescriptions/review/EncounterDialog.tsx',
  'features/prescriptions/review/ExceptionDialog.tsx',
  'features/prescriptions/review/useLineEdit.ts',
  'features/prescriptions/review/useReview.ts',
];

/** Specified for whoever is not signed in yet; and what is drawn in the place of a page or a part of it. */
const SPECIFIED = [
  'features/accounts/recovery.ts',
  'features/accounts/signIn.ts',
  'features/prescriptions/PrescriptionPage.tsx',
  'ui/chunks.ts',
  'ui/feedback/loadFailure.ts',
];

it('what an act says of its failure is made in failureText.ts only', () => {
  const own = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:app|features|ui)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => path !== 'ui/feedback/failureText.ts' && path !== 'ui/feedback/UndoToast.tsx')
    .filter((path) => OWN_WORDS.test(readFileSync(join(SRC, path), 'utf8')));
  expect(own.toSorted()).toEqual([...REFUSALS, ...SPECIFIED].toSorted());
});

it('without an answer it says what happened, what is kept, and what to do', () => {
  const silence = new ApiUnavailable();
  for (const text of [failureText(silence), unreadText(silence), wordsOf(silence), onceOnlyText(silence)]) {
    expect(text).toMatch(/^No answer came\. /);
    expect(text).not.toContain('Api');
  }
  expect(failureText(silence)).toContain('press again');
  // Nothing was to be done, so nothing may be done already.
  expect(unreadText(silence)).not.toContain('done');
});

it('a refusal is told in the server’s words', () => {
  const refusal = new Error('Too late.');
  expect(failureText(refusal)).toBe('Error - Too late.');
  expect(unreadText(refusal)).toBe('Error - Too late.');
  expect(wordsOf(refusal)).toBe('Too late.');
  expect(wordsOf('odd')).toBe('Some error happens. Please try again or contact us.');
});
