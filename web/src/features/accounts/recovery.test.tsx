// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ApiUnavailable } from '../../api/failures';
import { storeSettings } from '../../api/queries';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { renderAt } from '../../testing/renderAt';
import { until } from '../../testing/until';
import { RecoveryPage } from './RecoveryPage';
import { RecoveryPasswordPage } from './RecoveryPasswordPage';
import { recoveryProblem } from './recovery';

const answers: Response[] = [];
const requests: { path: string; body: unknown }[] = [];

function respondWith(status: number, body: unknown): void {
  answers.push(new Response(JSON.stringify(body), { status }));
}

beforeEach(() => {
  storeSettings(testSettings);
  answers.length = 0;
  requests.length = 0;
  answerWith(async (request) => {
    requests.push({ path: pathOf(request), body: await request.json() });
    return answers.shift() ?? new Response('{}', { status: 500 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what a failed recovery says', () => {
  it('is the message, a list joined, or that it is unknown', () => {
    expect(recoveryProblem(new ApiError(422, { code: 'INVALID', message: 'No such account.' }))).toBe(
      'No such account.',
    );
    expect(
      recoveryProblem(
        new ApiError(422, {
          code: 'INVALID',
          message: 'x',
          errors: [
            { field: 'Password', message: 'Too short.' },
            { field: 'Password', message: 'No digit.' },
          ],
        }),
      ),
    ).toBe('Error: Too short. No digit.');
    expect(recoveryProblem(new ApiError(500, {}))).toBe('Sorry. Unknown error. Contact the administrator.');
    expect(recoveryProblem(new ApiUnavailable())).toBe(
      'Api is currently not available, please contact IT Support!',
    );
  });
});

describe('recovering a password', () => {
  async function search() {
    await renderAt('/recovery', <RecoveryPage />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'a@example.com');
    await user.selectOptions(screen.getByLabelText('Date of birth, month'), 'June');
    await user.selectOptions(screen.getByLabelText('Date of birth, day'), '14');
    await user.selectOptions(screen.getByLabelText('Date of birth, year'), '1968');
    await user.click(screen.getByRole('button', { name: 'Validate my information' }));
    return user;
  }

  it('asks for e-mail and date of birth, not for the card', async () => {
    await renderAt('/recovery', <RecoveryPage />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Validate my information' }));
    expect(screen.getByRole('link', { name: 'Email is required.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Date of birth is required.' })).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('finds, asks for a confirmation, then sends the link', async () => {
    respondWith(200, { user: { _id: 'opaque', Email: 'a•••@example.com' } });
    const user = await search();
    expect(requests[0]).toEqual({
      path: '/api/user/recovery/search',
      body: { Email: 'a@example.com', DateOfBirth: '1968-06-14', DocumentNumber: '' },
    });
    expect(await screen.findByText('a•••@example.com')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
    respondWith(200, {
      message: 'A link to reset your password was sent to the email address we have on file.',
    });
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/^A link to reset your password was sent/)).toBeVisible();
    expect(requests[1]?.body).toEqual({ email: 'opaque' });
  });

  it('shows a refusal that can be put away', async () => {
    respondWith(422, { code: 'INVALID', message: 'We couldn’t find that account.' });
    const user = await search();
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t find that account.');
    await user.click(screen.getByRole('button', { name: 'Close the message' }));
    expect(screen.queryByText('We couldn’t find that account.')).toBeNull();
  });
});

describe('the new password', () => {
  it('is asked for twice in the specified words', async () => {
    await renderAt('/recovery/password?token=abc', <RecoveryPasswordPage />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(screen.getByRole('link', { name: 'Password is required.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Confirm password is required.' })).toBeVisible();
    await user.type(screen.getByLabelText('New Password'), 'Salal2026');
    await user.type(screen.getByLabelText('Confirm Password'), 'Salal2027');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(screen.getByRole('link', { name: "Confirm Password doesn't match Password" })).toBeVisible();
    expect(requests).toEqual([]);
  });

  it.each([
    ['the link', '/recovery/password#token=abc'],
    ['a link of an earlier version', '/recovery/password?token=abc'],
  ])('goes with the token of %s', async (_, link) => {
    respondWith(200, { message: 'Saved.' });
    const { router } = await renderAt(link, <RecoveryPasswordPage />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('New Password'), 'Salal2026');
    await user.type(screen.getByLabelText('Confirm Password'), 'Salal2026');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    await until(() => expect(router.location.pathname).toBe('/login/recovered'));
    expect(requests[0]?.body).toEqual({ passwordRecoveryToken: 'abc', Password: 'Salal2026' });
  });

  it('says when the link has no token', async () => {
    await renderAt('/recovery/password', <RecoveryPasswordPage />);
    expect(screen.getByText('This link is incomplete.')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
