// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { renderAt } from '../../testing/renderAt';
import { until } from '../../testing/until';
import { SignInForm } from './SignInForm';

// cspell:ignore efgh

const answers: Response[] = [];
const requests: unknown[] = [];

function respondWith(status: number, body: unknown): void {
  answers.push(new Response(JSON.stringify(body), { status }));
}

async function start(staff = false) {
  await renderAt('/login', <SignInForm staff={staff} title="Sign in" />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'a@example.com');
  await user.type(screen.getByLabelText('Password'), 'Salal2026');
  return user;
}

describe('signing in', () => {
  beforeEach(() => {
    storeSettings(testSettings);
    answers.length = 0;
    requests.length = 0;
    answerWith(async (request) => {
      // A call that a page before left on its way is none of this form's.
      if (pathOf(request) !== '/api/user/authenticate') return new Response('{}', { status: 500 });
      requests.push(await request.json());
      return answers.shift() ?? new Response('{}', { status: 500 });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('asks for both fields before it asks the server', async () => {
    await renderAt('/login', <SignInForm staff={false} title="Sign in" />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByRole('link', { name: 'Email is required' })).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('sends the code by itself when its boxes are full, and says when it is wrong', async () => {
    respondWith(200, { verifymfa: true, via: 'sms' });
    respondWith(401, {
      message: 'verification code is not correct, please check your phone and try again',
      code: 'WRONG_CODE',
    });
    const user = await start();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByLabelText('Verification code, digit 1 of 6'));
    await user.paste('407912');
    // Once, beside its boxes, and said aloud there.
    const wrong = 'verification code is not correct, please check your phone and try again';
    expect(await screen.findAllByText(wrong)).toHaveLength(1);
    const alerts = screen.getAllByRole('alert');
    expect(alerts.map((alert) => alert.textContent)).toEqual([wrong]);
    expect(screen.getByRole('group', { name: 'Verification code' })).toContainElement(alerts[0] ?? null);
    expect(requests).toMatchObject([
      { Role: 'ROLE_PATIENT', browser: true },
      { code: '407912', Email: 'a@example.com' },
    ]);
    expect(screen.getByLabelText('Verification code, digit 1 of 6')).toHaveValue('');
  });

  it('says while a code is awaited that no text message goes out, until one does', async () => {
    let goOut = false;
    answerWith(
      () => Response.json({ verifymfa: true, via: 'sms' }),
      () => goOut,
    );
    const user = await start();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const words = 'Text messages are not going out at the moment.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText('It usually arrives within a minute.')).toBeNull();
    goOut = true;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByText(words)).toBeNull();
    queryClient.clear();
  });

  it('puts the focus on a refusal, and says in the title that there is one', async () => {
    respondWith(401, { message: 'Email or password is incorrect.', code: 'WRONG_PASSWORD' });
    const user = await start();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const refusal = await screen.findByRole('alert');
    expect(refusal).toHaveTextContent('Email or password is incorrect.');
    expect(refusal.parentElement).toHaveFocus();
    expect(document.title).toBe('Error: Sign in · Salal');
  });

  it('repeats an unanswered press under its key, and an answered one under another', async () => {
    const keys: (string | null)[] = [];
    answerWith((request) => {
      keys.push(request.headers.get('idempotency-key'));
      if (keys.length === 1) throw new TypeError('the network is away');
      return Response.json({ message: 'Email or password is incorrect', code: 'WRONG' }, { status: 401 });
    });
    const user = await start();
    const press = () => user.click(screen.getByRole('button', { name: 'Sign in' }));
    await press();
    await screen.findByText('Api is currently not available, please contact IT Support!');
    await press();
    await screen.findByText('Email or password is incorrect');
    await press();
    await until(() => expect(keys).toHaveLength(3));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('counts the lockout down in the button and turns on again by itself', async () => {
    respondWith(429, {
      message: 'You have failed too many login attempts. Please wait for 5 minutes prior to trying again',
      retryAfterSeconds: 2,
    });
    const user = await start();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Try again in 0:02')).toBeVisible();
    const locked = screen.getByRole('button', { name: 'Sign in' });
    expect(locked).toHaveAccessibleDescription('You can try again when the timer ends.');
    await user.click(locked);
    expect(requests).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-disabled');
  });

  it.each([
    // A lock asks for the password again.
    { status: 429, code: 'LOCKED', password: '' },
    { status: 503, code: 'BUSY', password: 'Salal2026' },
  ])('keeps what was typed when the server answers $status', async ({ status, code, password }) => {
    respondWith(status, { message: 'Please try again later.', code, retryAfterSeconds: 2 });
    const user = await start();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findAllByText('Please try again later.')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Email')).toHaveValue('a@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue(password);
  });

  it('shows staff the picture and key of a new authenticator', async () => {
    respondWith(200, {
      verifymfa: true,
      via: 'authenticator',
      enrol: { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://totp/x' },
    });
    const user = await start(true);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('ABCD EFGH')).toBeVisible();
    expect(requests).toMatchObject([{ Role: 'ROLE_DOCTOR' }]);
  });
});
