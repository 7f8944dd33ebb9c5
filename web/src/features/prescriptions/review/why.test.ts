// SPDX-License-Identifier: AGPL-3.0-or-later

/** A key of the review does what it says, or says why it does nothing. */
import { expect, test } from 'vitest';

import type { PrescriptionView } from '../../../api/generated/schema';
import { medication, prescription } from './test-data';
import {
  documentToOpen,
  decisionToUndo,
  whyNoHistory,
  whyNotDecide,
  whyNotEdit,
  type Decided,
  type ReviewContext,
} from './why';

const rx = (id: string, ...statuses: ('Approved' | 'Rejected' | null)[]): PrescriptionView =>
  prescription(
    id,
    statuses.map((status, at) => medication(`${id}-${at + 1}`, `Drug${at + 1}`, { status })),
    { canPrescribe: statuses.every((one) => one !== null) && statuses.includes('Approved') },
  );
const at = (
  of: PrescriptionView | undefined,
  line?: string,
  change: Partial<ReviewContext> = {},
): ReviewContext => ({
  reviewer: 'doctor',
  prescription: of,
  line: of?.medications.find((one) => one._id === line),
  updating: true,
  ...change,
});
const made = (...lines: string[]): Decided[] =>
  lines.map((line) => ({ prescription: line.slice(0, line.indexOf('-')), line }));
const FAXED = { code: 'FAXED' as const, text: 'Faxed', at: '', by: null, detail: null };

test('deciding says why not', () => {
  const one = rx('1', null, 'Approved');
  expect(whyNotDecide(at(one, '1-1'), 'Approved')).toBeNull();
  expect(whyNotDecide(at(one, '1-2'), 'Rejected')).toBe('Drug2, 10 mg is already approved. Undo with u.');
  expect(whyNotDecide(at(undefined), 'Approved')).toContain('No line is in focus');
  expect(whyNotDecide(at(one, '1-1', { reviewer: 'office' }), 'Approved')).toContain('Only doctors');
  expect(whyNotDecide(at(one, '1-1', { updating: false }), 'Approved')).toContain('Update view');
  const asked = { ...one, canApprove: 'Record the encounter first.' };
  expect(whyNotDecide(at(asked, '1-1'), 'Approved')).toBe('Record the encounter first.');
  expect(whyNotDecide(at(asked, '1-1'), 'Rejected')).toBeNull();
  const gone = { ...one, canDecide: false, statuses: [FAXED] };
  expect(whyNotDecide(at(gone, '1-1'), 'Approved')).toBe('P-1 was faxed and cannot be changed.');
  expect(whyNotEdit(at(gone, '1-1'))).toBe('P-1 was faxed and cannot be changed.');
  expect(whyNotEdit(at(one, '1-1', { reviewer: 'office' }))).toBeNull();
  expect(whyNoHistory(at(one, '1-1'))).toContain('was not changed');
});

test('u takes the last decision back wherever the focus went, and the one in focus before it', () => {
  const both = [rx('1', 'Approved', null), rx('2', null)];
  // The focus went on to the next line, or to another prescription, or nowhere.
  for (const context of [at(both[0], '1-2'), at(both[1], '2-1'), at(undefined)])
    expect(decisionToUndo(context, made('1-1'), both)).toEqual({ undo: { prescription: '1', line: '1-1' } });
  const decided = [rx('1', 'Approved', 'Rejected')];
  expect(decisionToUndo(at(decided[0], '1-1'), made('1-1', '1-2'), decided)).toEqual({
    undo: { prescription: '1', line: '1-1' },
  });
  // What was taken back meanwhile is passed over, then there is nothing.
  expect(decisionToUndo(at(both[1], '2-1'), made('1-1', '1-2'), both)).toMatchObject({
    undo: { line: '1-1' },
  });
  expect(decisionToUndo(at(both[1], '2-1'), [], both)).toMatchObject({
    why: expect.stringContaining('no decision'),
  });
  const gone = [{ ...rx('1', 'Approved'), canDecide: false, statuses: [FAXED] }];
  expect(decisionToUndo(at(undefined), made('1-1'), gone)).toEqual({
    why: 'P-1 was faxed and cannot be changed.',
  });
});

test('p opens the one in focus, or the one that was just completed', () => {
  const both = [rx('1', 'Approved'), rx('2', null, 'Approved')];
  // Deciding the last line of one moved the focus to the next prescription.
  expect(documentToOpen(at(both[1], '2-1'), made('1-1'), both)).toEqual({ open: both[0] });
  expect(documentToOpen(at(both[0], '1-1'), [], both)).toEqual({ open: both[0] });
  expect(documentToOpen(at(both[1], '2-1'), made('2-2'), both)).toEqual({
    why: 'P-2: 1 of 2 undecided. Decide every line to open the prescription.',
  });
  expect(documentToOpen(at(rx('3', 'Rejected'), '3-1'), [], [])).toMatchObject({
    why: expect.stringContaining('no medication is approved'),
  });
  expect(documentToOpen(at(undefined), [], both)).toMatchObject({
    why: expect.stringContaining('No prescription'),
  });
  expect(documentToOpen(at(both[0], '1-1', { reviewer: 'office' }), [], both)).toMatchObject({
    why: expect.stringContaining('Only doctors'),
  });
});
