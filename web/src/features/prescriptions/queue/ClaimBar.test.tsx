// SPDX-License-Identifier: AGPL-3.0-or-later

/** Beside a patient of whom nothing is left to review, the next one is the thing to do. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { queryClient } from '../../../api/queries';
import { renderAt } from '../../../testing/renderAt';
import { answerWith } from '../../../testing/server';
import { ClaimBar } from './ClaimBar';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test.each([
  [true, true, 'filled'],
  [true, false, 'default'],
  // Of somebody else's patient nothing is known to be finished.
  [false, true, 'default'],
])('mine %s, done %s: the way to the next patient is %s', async (mine, isDone, variant) => {
  const by = { _id: 'd1', FirstName: 'Rowan', LastName: 'Castellan' };
  answerWith(() => Response.json({ claim: { at: '2026-11-20T18:00:00Z', by, mine } }));
  await renderAt('/patient/p1', <ClaimBar personId="p1" isDone={isDone} />);
  expect(await screen.findByText(/^(Claimed by you|Dr\. Rowan Castellan claimed)/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next patient' })).toHaveAttribute('data-variant', variant);
  expect(screen.queryAllByText(/Nothing is left to review\.$/)).toHaveLength(mine && isDone ? 1 : 0);
});
