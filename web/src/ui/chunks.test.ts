// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, expect, test } from 'vitest';
import { loadChunk, whenChunkFails } from './chunks';

const lost = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

afterEach(() => whenChunkFails(() => Promise.resolve(false)));

test('a file that does not arrive is asked for until it does', async () => {
  const answers = [() => Promise.reject(lost()), () => Promise.reject(lost()), () => Promise.resolve('page')];
  const attempts: number[] = [];
  whenChunkFails((attempt) => {
    attempts.push(attempt);
    return Promise.resolve(true);
  });
  expect(await loadChunk(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')))).toBe(
    'page',
  );
  expect(attempts).toEqual([1, 2]);
});

test('a file that does not come although the server answers says that the work is kept', async () => {
  await expect(loadChunk(() => Promise.reject(lost()))).rejects.toThrow('What you saved is kept.');
});

test('a fault inside the file is thrown at once', async () => {
  whenChunkFails(() => Promise.reject(new Error('nothing to wait for')));
  await expect(loadChunk(() => Promise.reject(new Error('x is undefined')))).rejects.toThrow(
    'x is undefined',
  );
});

test('two parts that wait for the same style sheet both come', async () => {
  whenChunkFails(() => Promise.resolve(true));
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/assets/a.css';
  document.head.append(sheet);
  sheet.dispatchEvent(new Event('error'));
  const parts = ['page', 'palette'].map((name) => loadChunk(() => Promise.resolve(name)));
  const again = document.head.querySelectorAll('link[href$="/assets/a.css"]');
  expect(again).toHaveLength(1);
  expect(again[0]).not.toBe(sheet);
  again[0]?.dispatchEvent(new Event('load'));
  expect(await Promise.all(parts)).toEqual(['page', 'palette']);
  again[0]?.remove();
});
