// SPDX-License-Identifier: AGPL-3.0-or-later

import { expect, test } from 'vitest';
import { formatCount, timeLeft, percentDone, formatBytes, importSteps } from './progress';

test('the step under way is known by the stage', () => {
  const states = (stage: string) => importSteps(stage).map((step) => step.state);
  expect(states('received')).toEqual(['done', 'current', 'todo', 'todo']);
  expect(states('checking')).toEqual(['done', 'current', 'todo', 'todo']);
  expect(states('writing')).toEqual(['done', 'done', 'current', 'todo']);
  expect(states('switching')).toEqual(['done', 'done', 'done', 'current']);
});

test('percent is never all before the end', () => {
  expect(percentDone({ stage: 'checking', rowsTotal: 0, rowsDone: 0 })).toBe(0);
  expect(percentDone({ stage: 'writing', rowsTotal: 117_460, rowsDone: 83_402 })).toBe(71);
  expect(percentDone({ stage: 'writing', rowsTotal: 10, rowsDone: 10 })).toBe(99);
});

test('what is left is told once the speed is known', () => {
  const at = { stage: 'writing', rowsTotal: 1000, rowsDone: 500 };
  expect(timeLeft(at, { at: 0, rows: 500 }, 5000)).toBeUndefined();
  expect(timeLeft(at, { at: 0, rows: 0 }, 5000)).toBe('About 5 s left');
  expect(timeLeft({ ...at, rowsTotal: 100_000 }, { at: 0, rows: 0 }, 5000)).toBe('About 17 min left');
});

test('sizes and counts are read at a glance', () => {
  expect(formatBytes(18.4 * 1024 * 1024)).toBe('18.4\u{A0}MB');
  expect(formatBytes(900)).toBe('900\u{A0}B');
  expect(formatCount(58_214)).toBe('58,214');
});
