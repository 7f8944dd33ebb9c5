// SPDX-License-Identifier: AGPL-3.0-or-later

/** The change history of a line, and where the keys lead. */
import { expect, test } from 'vitest';

import { historyRows } from './history';
import { othersDecisions, reasonGiven, usageChanges } from './lines';
import { nextUndecided, linePlaces, stepLine, stepPrescription } from './position';
import { medication, onceADay, prescription } from './test-data';

const doctor = { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' };

test('history is newest first, one row for each part that changed', () => {
  const morning = { ...onceADay, frequency: 'Once in the morning', duration: '1 month' };
  const base = medication('m1', 'Levothyroxine');
  const facts = {
    name: base.name,
    administrations: base.administrations,
    formulations: base.formulations,
    ingredients: base.ingredients,
    supplyReason: null,
    totalRemoved: null,
  };
  const line = medication('m1', 'Levothyroxine', {
    usages: [onceADay, morning],
    changes: [
      {
        ...facts,
        at: '2026-11-20T18:00:00Z',
        by: { _id: 'p1', FirstName: 'Marguerite', LastName: 'Tremblay' },
        kind: 'requested',
        usage: onceADay,
        exception: null,
        takenFrom: null,
      },
      {
        ...facts,
        at: '2026-11-21T17:43:00Z',
        by: doctor,
        kind: 'usage',
        usage: morning,
        exception: null,
        takenFrom: null,
      },
    ],
  });
  expect(historyRows(line).map(({ version, label, from, to }) => [version, label, from, to])).toEqual([
    ['Now', 'Duration', '3 months', '1 month'],
    ['Now', 'Frequency', 'Once a day', 'Once in the morning'],
    ['1', 'Requested', '', 'One · Once a day · 3 months · Repeat 0'],
  ]);
  expect(
    usageChanges(line)
      .filter((part) => part.now !== null)
      .map((part) => part.now),
  ).toEqual(['Once in the morning', '1 month']);
});

test('a reason for a crossed-out class and a decision taken over stand in the history', () => {
  const base = medication('m1', 'Amoxicillin');
  const version = {
    name: base.name,
    administrations: base.administrations,
    formulations: base.formulations,
    ingredients: base.ingredients,
    at: '2026-11-21T17:43:00Z',
    by: doctor,
    usage: onceADay,
    supplyReason: null,
    totalRemoved: null,
    exception: null,
    takenFrom: null,
  };
  const exception = { code: 'SPECIALIST' as const, reason: 'A specialist started it', text: 'Since March' };
  const colleague = { _id: 'p9', FirstName: 'Ada', LastName: 'Moss' };
  const line = medication('m1', 'Amoxicillin', {
    changes: [
      { ...version, kind: 'requested' },
      { ...version, kind: 'usage', exception },
      { ...version, kind: 'usage', takenFrom: colleague },
    ],
  });
  expect(historyRows(line).map(({ label, to }) => [label, to])).toEqual([
    ['Decision', 'Taken over from Ada Moss to sign it'],
    ['Reason', 'A specialist started it: Since March'],
    ['Requested', 'One · Once a day · 3 months · Repeat 0'],
  ]);
  expect(reasonGiven(line)?.exception).toEqual(exception);
  const other = { ...version, name: 'Ramipril', kind: 'drug' as const };
  expect(reasonGiven({ ...line, changes: [...line.changes, other] })).toBeUndefined();
});

test('whose decisions a signer would take over', () => {
  const mine = { _id: 'me', FirstName: 'Helen', LastName: 'Varga' };
  const theirs = { _id: 'p9', FirstName: 'Ada', LastName: 'Moss' };
  const view = prescription('1', [
    medication('a', 'A', { status: 'Approved', decidedBy: mine }),
    medication('b', 'B', { status: 'Approved', decidedBy: theirs }),
    medication('c', 'C', { status: 'Rejected', decidedBy: theirs }),
    medication('d', 'D', { status: 'Approved', decidedBy: theirs }),
  ]);
  expect(othersDecisions(view, 'me')).toEqual([
    { id: 'p9', name: 'Dr. Ada Moss', drugs: ['B 10 mg', 'D 10 mg'] },
  ]);
  expect(othersDecisions(view, 'nobody')).toHaveLength(2);
});

test('keys move through all lines and stop at the ends; a decision leads to the next open line', () => {
  const list = [
    prescription('1', [medication('a', 'A', { status: 'Approved' }), medication('b', 'B')]),
    prescription('2', [medication('c', 'C')]),
  ];
  const all = linePlaces(list);
  const first = { prescription: '1', line: 'a' };
  const last = { prescription: '2', line: 'c' };
  expect(stepLine(all, null, 1)).toEqual(first);
  expect(stepLine(all, first, -1)).toEqual(first);
  expect(stepLine(all, last, 1)).toEqual(last);
  expect(stepPrescription(all, first, 1)).toEqual(last);
  expect(nextUndecided(list, first)).toEqual({ prescription: '1', line: 'b' });
  expect(nextUndecided([prescription('1', [medication('a', 'A', { status: 'Approved' })])], first)).toEqual(
    first,
  );
});
