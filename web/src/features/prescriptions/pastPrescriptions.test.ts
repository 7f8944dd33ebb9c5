// SPDX-License-Identifier: AGPL-3.0-or-later

/** What stands beside a line: what was decided before, newest first, what is the same drug, and what a mark names. */
import { expect, test } from 'vitest';

import type { MarkView, PrescriptionView } from '../../api/generated/schema';
import { isSame, markNaming, markedNameText, pastLines, withOpen } from './pastPrescriptions';
import { medication, prescription } from './review/test-data';

// cspell:ignore métformin

const drug = (name: string, ...ingredients: string[]) => ({
  name,
  ingredients: ingredients.map((ingredient_name) => ({ ingredient_name })),
});

test.each([
  [drug('APO-METFORMIN', 'METFORMIN'), drug('GLUCOPHAGE', 'METFORMIN (METFORMIN HYDROCHLORIDE)'), true],
  [drug('JANUMET', 'SITAGLIPTIN', 'METFORMIN'), drug('APO-METFORMIN', 'METFORMIN'), false],
  [drug('JANUMET', 'SITAGLIPTIN', 'METFORMIN'), drug('X', 'METFORMIN', 'SITAGLIPTIN'), true],
  [drug('Metformin'), drug('APO-METFORMIN', 'METFORMIN'), true],
  [drug('Métformin'), drug('METFORMIN'), true],
  [drug('RAMIPRIL', 'RAMIPRIL'), drug('PERINDOPRIL', 'PERINDOPRIL'), false],
  [drug(''), drug(''), false],
])('%j and %j', (one, other, same) => {
  expect(isSame(one, other)).toBe(same);
  expect(isSame(other, one)).toBe(same);
});

test('decided lines of every other request, whatever is left to do for it, newest first', () => {
  const line = (id: string, status: 'Approved' | 'Rejected' | null, decidedAt: string | null) =>
    medication(id, id, { status, decidedAt });
  const faxed = { code: 'FAXED' as const, text: 'Faxed', at: '', by: null, detail: null };
  const all = [
    prescription('4', [line('own', 'Approved', '2026-11-22T18:00:00Z'), line('beside', null, null)]),
    prescription('3', [line('refunded later', 'Approved', '2026-11-21T18:00:00Z')], { work: 'refund' }),
    prescription('2', [line('a', 'Approved', '2026-05-20T18:00:00Z')], {
      work: null,
      status: 'FAXED',
      statuses: [faxed],
    }),
    prescription(
      '1',
      [line('b', 'Rejected', '2026-08-20T18:00:00Z'), line('c', 'Approved', '2026-08-20T17:00:00Z')],
      { work: null, status: 'APPROVED', printed: { by: { _id: '' } as never, at: '' } },
    ),
    prescription('0', [line('d', null, null)], { work: null, status: 'CANCELED' }),
  ];
  expect(pastLines(all, { _id: 'beside' }).map((one) => [one.line._id, one.outcome])).toEqual([
    ['refunded later', 'Approved'],
    ['b', 'Rejected'],
    ['c', 'Printed'],
    ['a', 'Faxed'],
  ]);
});

const FAXED = { code: 'FAXED' as const, text: 'Faxed', at: '', by: null, detail: null };
const given = (change: object) => change as Partial<PrescriptionView>;

test.each([
  ['Approved', given({ work: 'send' })],
  ['Signed', given({ work: 'send', signature: {} })],
  ['Printed', given({ printed: {}, signature: {} })],
  ['Faxed', given({ statuses: [FAXED], signature: {} })],
  ['Faxed', given({ statuses: [FAXED], signature: {}, work: 'refund' })],
  ['Fax failed', given({ statuses: [FAXED], signature: {}, fax: { undelivered: true }, work: 'fax' })],
  ['Void', given({ statuses: [FAXED], copies: [{ way: 'fax', void: {} }], work: 'send' })],
  ['Printed', given({ statuses: [FAXED], copies: [{ way: 'paper', void: null }], printed: {} })],
])('%s, of %j', (outcome, change) => {
  const line = medication('a', 'a', { status: 'Approved', decidedAt: '2026-05-20T18:00:00Z' });
  expect(pastLines([prescription('1', [line], change)]).map((one) => one.outcome)).toEqual([outcome]);
});

test('what was decided since it was read is as it stands now', () => {
  const request = (id: string, version: number) => prescription(id, [], { version });
  const [read, open] = [
    [request('1', 3), request('2', 5), request('3', 1)],
    [request('1', 4), request('2', 4), request('4', 1)],
  ];
  expect(withOpen(read, open).map((one) => [one._id, one.version])).toEqual([
    ['2', 5],
    ['3', 1],
    ['1', 4],
    ['4', 1],
  ]);
});

function mark(level: number, with_: MarkView['with'], kind: MarkView['kind'] = 'interaction'): MarkView {
  return { key: `${kind}${level}`, kind, level, lead: '', text: '', brief: '', source: '', with: with_ };
}

const ramipril = {
  name: 'RAMIPRIL',
  ingredients: [{ ingredient_name: 'RAMIPRIL', strength: '5', strength_unit: 'MG' }],
};

test('what a mark of the line names is found where the mark says it is', () => {
  const recorded = mark(2, { name: 'Ramipril 5 mg', place: 'recorded', label: null });
  const prescribed = mark(3, { name: 'Ramipril 5 mg', place: 'prescribed', label: 'P-1' });
  const marks = [mark(1, { name: 'Ramipril 5 mg', place: 'recorded', label: null }), recorded, prescribed];
  expect(markNaming({ marks }, ramipril)).toBe(recorded);
  // Recorded without a strength, which the server found.
  expect(markNaming({ marks }, { name: 'ramipril' })).toBe(recorded);
  expect(markNaming({ marks }, { ...ramipril, label: 'P-1' })).toBe(prescribed);
  expect(markNaming({ marks }, { ...ramipril, label: 'P-2' })).toBeUndefined();
  expect(markNaming({ marks }, { name: 'METFORMIN' })).toBeUndefined();
  expect(markNaming({ marks: [mark(3, null)] }, ramipril)).toBeUndefined();
  const other = [{ ...ramipril.ingredients[0], strength: '10' }];
  expect(markNaming({ marks }, { name: 'RAMIPRIL', ingredients: other })).toBeUndefined();
});

test('it is said in words', () => {
  expect(markedNameText({ kind: 'interaction', level: 2 }, 'Candesartan 8 mg')).toBe(
    'Level 2 with Candesartan 8 mg',
  );
  expect(markedNameText({ kind: 'early', level: 2 }, 'Ramipril 5 mg')).toBe('Named in a mark at level 2');
});
