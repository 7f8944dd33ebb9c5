// SPDX-License-Identifier: AGPL-3.0-or-later

/** The sign-in page says why somebody is there, and that the way back is kept. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../api/session';
import { renderAt } from '../../testing/renderAt';
import { keepForms, wipeKept } from '../../ui/forms/keeping';
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

test.each([true, false])('what was typed is promised only where all of it is kept (%s)', async (isWhole) => {
  keepForms('ann', [{ name: 'letter', typed: 'Dear', stored: '', isUnanswered: false }], isWhole);
  session.mockReturnValue({ state: 'out', user: null, ended: { at: AT, idle: true } });
  await renderAt('/login?next=%2Fqueue', <SignedOutNotice />);
  wipeKept();
  const said = screen.queryByText(/What you typed will be in its form again/);
  if (isWhole) expect(said).toBeVisible();
  else expect(said).toBeNull();
});

test.each([
  ['password', 'Your password may have been changed already.', 'Sign in with your new password.'],
  ['email', 'Your email may have been changed already.', 'Sign in with your new email.'],
  ['account', 'Your account may have been closed already.', 'If you can still sign in, it wasn’t closed.'],
] as const)('%s: what may have been done, and what to sign in with', async (unanswered, title, advice) => {
  session.mockReturnValue({ state: 'out', user: null, ended: { at: AT, idle: false, unanswered } });
  await renderAt('/login?next=%2Fprofile', <SignedOutNotice />);
  expect(screen.getByText(title)).toBeVisible();
  expect(screen.getByText(new RegExp(advice))).toHaveTextContent('What was saved is kept.');
});

test('whoever came by a link without a session is told that the page will open', async () => {
  session.mockReturnValue({ state: 'out', user: null });
  await renderAt('/login?next=%2Fqueue', <SignedOutNotice />);
  expect(screen.getByText('Please sign in first.')).toBeVisible();
});
