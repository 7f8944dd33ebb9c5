// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sign-in page says why somebody is there, and that the way back is kept. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../api/session';
import { renderAt } from '../../testing/renderAt';
import { SignedOutNotice } from './SignedOutNotice';

vi.mock('../../api/session');
const session = vi.mocked(useSession);
const AT = '2026-11-25T17:46:00Z';

beforeEach(() => session.mockReset());

test.each([
  ['idle', { at: AT, idle: true }, 'This happens after a time without activity.'],
  ['ended at the server', { at: AT, idle: false }, 'Your session has ended.'],
])('%s: when, why, what is kept and where it goes', async (_, ended, why) => {
  session.mockReturnValue({ state: 'out', user: null, ended });
  await renderAt('/login?next=%2Fqueue', <SignedOutNotice />);
  expect(screen.getByText(/^You were signed out at /)).toBeVisible();
  expect(screen.getByText(new RegExp(why))).toHaveTextContent('What was saved is kept.');
  expect(screen.getByText(new RegExp(why))).toHaveTextContent('Sign in to go back to where you were.');
});

test('whoever came by a link without a session is told that the page will open', async () => {
  session.mockReturnValue({ state: 'out', user: null });
  await renderAt('/login?next=%2Fqueue', <SignedOutNotice />);
  expect(screen.getByText('Please sign in first.')).toBeVisible();
});
