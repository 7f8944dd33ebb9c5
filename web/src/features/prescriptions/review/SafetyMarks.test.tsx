// SPDX-License-Identifier: AGPL-3.0-or-later

/** What stands in a line, what is folded, and what opening it leaves behind. */
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import type { DecisionView, MarkView } from '../../../api/generated/schema';
import { DecisionHistory, foldedText, MarkCounts, SafetyMarks, sortMarks, wereOpened } from './SafetyMarks';
import { medication, prescription } from './test-data';

function mark(key: string, level: number, change: Partial<MarkView> = {}): MarkView {
  return {
    key,
    kind: 'interaction',
    level,
    lead: `Lead of ${key}.`,
    text: `Text of ${key}.`,
    brief: `brief of ${key}`,
    source: `Monograph of ${key}`,
    with: null,
    ...change,
  };
}

const doctor = { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' };

function decision(marks: MarkView[], change: Partial<DecisionView> = {}): DecisionView {
  return {
    at: '2026-11-20T18:00:00Z',
    by: doctor,
    decision: 'Approved',
    marks,
    opened: false,
    tablesVersion: '2026-11',
    ...change,
  };
}

const keysOf = (marks: readonly MarkView[]) => marks.map((one) => one.key);

test('at most three marks stand in a line, worst first; the rest is folded', () => {
  const marks = [mark('a', 3), mark('b', 3), mark('c', 2), mark('d', 2), mark('e', 1)];
  const { shown, folded } = sortMarks({ marks, decisions: [], status: null });
  expect(keysOf(shown)).toEqual(['a', 'b', 'c']);
  expect(keysOf(folded)).toEqual(['d', 'e']);
});

test('a single quiet mark is a line of its own, several are folded', () => {
  expect(sortMarks({ marks: [mark('a', 3), mark('b', 1)], decisions: [], status: null }).folded).toEqual([]);
  const two = sortMarks({ marks: [mark('a', 1), mark('b', 1)], decisions: [], status: null });
  expect(keysOf(two.folded)).toEqual(['a', 'b']);
  expect(foldedText(two.folded, false)).toBe('2 more at level 1: brief of a; …');
});

test('a decided line folds what was seen, and shows what came up afterwards', () => {
  const marks = [mark('old', 2), mark('new', 3)];
  const { shown, folded } = sortMarks({ marks, decisions: [decision([mark('old', 2)])], status: 'Approved' });
  expect(keysOf(shown)).toEqual(['new']);
  expect(keysOf(folded)).toEqual(['old']);
  expect(foldedText(folded, true)).toBe('1 mark seen: brief of old, level 2');
  // While the answer is on its way nothing jumps open.
  expect(sortMarks({ marks, decisions: [], status: 'Approved' }).shown).toEqual([]);
});

test('what stood in a line stays while it is decided on the screen, and is folded when it is drawn anew', () => {
  const line = medication('decided-here', 'Ramipril', { marks: [mark('a', 3), mark('b', 1), mark('c', 1)] });
  const approved = { ...line, status: 'Approved' as const, decisions: [decision(line.marks)] };
  const drawn = (one: typeof line) => (
    <MantineProvider env="test">
      <SafetyMarks line={one} />
    </MantineProvider>
  );
  const { rerender, unmount } = render(drawn(line));
  const before = screen.getByRole('group').textContent;
  rerender(drawn({ ...approved, decisions: [] }));
  expect(screen.getByRole('group')).toHaveTextContent(before);
  rerender(drawn(approved));
  expect(screen.getByRole('group')).toHaveTextContent(before);
  // What came up meanwhile was not seen: it stands there too.
  rerender(drawn({ ...approved, marks: [mark('new', 2), ...line.marks] }));
  expect(screen.getByText('Text of new.')).toBeVisible();
  expect(screen.getByText('Text of a.')).toBeVisible();
  unmount();
  render(drawn(approved));
  expect(screen.queryByText('Text of a.')).toBeNull();
  expect(screen.getByRole('button', { name: /^3 marks seen/ })).toBeVisible();
});

test('opening shows the sources and is remembered for the decision', async () => {
  const user = userEvent.setup();
  const line = medication('opened', 'Candesartan', { marks: [mark('a', 3), mark('b', 1), mark('c', 1)] });
  render(
    <MantineProvider env="test">
      <SafetyMarks line={line} />
    </MantineProvider>,
  );
  expect(screen.queryByText('Source: Monograph of a')).toBeNull();
  expect(wereOpened('opened')).toBe(false);
  await user.click(screen.getByRole('button', { name: /2 more at level 1/ }));
  expect(screen.getByText('Source: Monograph of a')).toBeVisible();
  expect(screen.getByText('Text of b.')).toBeVisible();
  expect(wereOpened('opened')).toBe(true);
});

test('what is folded is on paper, and folded on screen before and after', () => {
  const line = medication('printed', 'Candesartan', { marks: [mark('a', 3), mark('b', 1), mark('c', 1)] });
  render(
    <MantineProvider env="test">
      <SafetyMarks line={line} />
    </MantineProvider>,
  );
  const words = () => ['Text of b.', 'Text of c.'].map((one) => screen.queryByText(one) !== null);
  expect(words()).toEqual([false, false]);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(words()).toEqual([true, true]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(words()).toEqual([false, false]);
  // Nobody has looked at them.
  expect(wereOpened('printed')).toBe(false);
});

test('the head counts what waits for a decision', () => {
  const lines = [
    medication('m1', 'Metformin', { marks: [mark('a', 3), mark('b', 2), mark('c', 1)] }),
    medication('m2', 'Ramipril', { marks: [mark('d', 3)], status: 'Approved' }),
  ];
  const { container } = render(<MarkCounts prescriptions={[prescription('1', lines)]} />);
  expect(container).toHaveTextContent('1 at level 3,1 at level 2, safety marks to review');
});

test('the history says what was decided while which marks stood', () => {
  const line = medication('m1', 'Metformin', {
    decisions: [
      decision([mark('a', 2)], { opened: true }),
      decision([], { at: '2026-11-20T19:00:00Z', decision: 'Undone' }),
    ],
  });
  render(<DecisionHistory line={line} />);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toContain('Undone by Helen Varga');
  expect(rows[0]).toContain('No marks were shown (table 2026-11).');
  expect(rows[1]).toContain('Marks opened (table 2026-11): level 2, brief of a.');
});
