// SPDX-License-Identifier: AGPL-3.0-or-later

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { token } from '../../api/client';
import { ApiError } from '../../api/failures';
import { storeSettings } from '../../api/queries';
import { session } from '../../api/session';
import { answerWith, pathOf } from '../../testing/server';
import { testPerson, testSettings, testUser } from '../../testing/settings';
import { renderAt } from '../../testing/renderAt';
import { until } from '../../testing/until';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { LeaveQuestion } from '../../ui/forms/LeaveQuestion';
import { EmailWizard } from './EmailWizard';
import { emailProblem } from './emailChange';
import { changesIn, credentialsOf, ownCredentialFaults } from './ownCredentials';
import { UserCredentials } from './UserCredentials';

const me = testUser();

describe('own credentials', () => {
  it('send only what differs, and never a patient’s cell phone', () => {
    const form = { ...credentialsOf(me), currentPassword: 'Salal2026' };
    expect(changesIn(form, me)).toEqual({});
    expect(changesIn({ ...form, BestPhoneNumber: '6045550199', PhoneNumber: '6045550100' }, me)).toEqual({
      BestPhoneNumber: '6045550199',
    });
    const staff = testUser({ Role: 'ROLE_OFFICE' });
    expect(changesIn({ ...form, PhoneNumber: '6045550100', Password: 'Salal2027' }, staff)).toEqual({
      PhoneNumber: '6045550100',
      Password: 'Salal2027',
    });
  });

  it('ask for the current password, and for a new one only when one was begun', () => {
    const form = credentialsOf(me);
    expect(ownCredentialFaults(form, me)).toEqual([
      { field: 'currentPassword', message: 'Current password is required' },
    ]);
    expect(
      ownCredentialFaults({ ...form, currentPassword: 'x', Password: 'Salal2026' }, me).map(
        (fault) => fault.message,
      ),
    ).toEqual(['Confirm Password is required']);
  });

  it('know when the best phone is the cell phone', () => {
    const same = testUser({ Person: { ...testPerson, BestPhoneNumber: '604-555-0142' } });
    expect(credentialsOf(same).sameAsCell).toBe(true);
    expect(credentialsOf(me).sameAsCell).toBe(false);
  });
});

describe('a change of the credentials', () => {
  beforeEach(() => {
    storeSettings(testSettings);
    session.signIn('first', me);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const nothing = () => undefined;
  const show = (onClose: () => void) =>
    renderAt(
      '/profile',
      <UserCredentials
        me={me}
        editing
        blocked={false}
        onEdit={nothing}
        onClose={onClose}
        onChangeEmail={nothing}
      />,
    );

  it.each([
    ['goes on under the new token of a new password', 'second', 'second'],
    ['keeps its token where the server gives none', null, 'first'],
  ])('%s', async (_, given, kept) => {
    const changed = testUser({ hasMedicalInfo: false });
    const used: (string | null)[] = [];
    answerWith((request) => {
      used.push(request.headers.get('x-access-token'));
      return new Response(JSON.stringify({ ...changed, token: given }), { status: 200 });
    });
    const closed = vi.fn<() => void>();
    await show(closed);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('New Password'), 'Another2026word');
    await user.type(screen.getByLabelText('Confirm Password'), 'Another2026word');
    await user.type(screen.getByLabelText('Current password'), 'Salal2026');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await until(() => expect(closed).toHaveBeenCalledOnce());
    expect(used[0]).toBe('first');
    expect(token.get()).toBe(kept);
    expect(session.get()).toEqual({ state: 'in', user: changed });
  });
});

describe('the change of the e-mail', () => {
  const answers: Response[] = [];
  const requests: string[] = [];
  beforeEach(() => {
    storeSettings(testSettings);
    answers.length = 0;
    requests.length = 0;
    answerWith((request) => {
      requests.push(pathOf(request));
      return answers.shift() ?? new Response('{}', { status: 500 });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const will = (status: number, body: unknown) =>
    answers.push(new Response(JSON.stringify(body), { status }));

  it('words each failure by its step', () => {
    const failure = new ApiError(422, { message: 'It is not correct.', code: 'INVALID' });
    expect(([0, 1, 2, 3] as const).map((step) => emailProblem(step, failure).title)).toEqual([
      'Error on validating password. It is not correct.',
      'Error on validating phone code. It is not correct.',
      'Error on saving new Email. It is not correct.',
      'Error on validating Email code. It is not correct.',
    ]);
    expect(emailProblem(1, null)).toEqual({ title: 'Error on validating phone code.' });
  });

  it('blames no step for a lost answer, and keeps the code that is to be pressed again', async () => {
    await renderAt('/profile', <EmailWizard me={me} onClose={() => undefined} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Current password'), 'Salal2026');
    will(200, { isVerified: true });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    will(502, {});
    await user.click(await screen.findByLabelText('Phone code, digit 1 of 6'));
    await user.paste('123456');
    expect(await screen.findByText('No answer came')).toBeVisible();
    expect(screen.queryByText(/^Error on/)).toBeNull();
    will(200, { isVerified: true });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Step 3 of 4')).toBeVisible();
  });

  it('is not left without a question once something is typed', async () => {
    const close = vi.fn();
    await loadDialogs();
    await renderAt(
      '/profile',
      <>
        <EmailWizard me={me} onClose={close} />
        <LeaveQuestion />
      </>,
    );
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Current password'), 'Old12345');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(close).not.toHaveBeenCalled();
    await user.clear(screen.getByLabelText('Current password'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalledOnce();
  });

  it('stays at a step that fails, and goes on when it is verified', async () => {
    await renderAt('/profile', <EmailWizard me={me} onClose={() => undefined} />);
    const user = userEvent.setup();
    expect(screen.getByText('Step 1 of 4')).toBeVisible();
    await user.type(screen.getByLabelText('Current password'), 'wrong');
    will(422, { message: 'The password is not correct.', code: 'INVALID' });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(
      await screen.findByText('Error on validating password. The password is not correct.'),
    ).toBeVisible();
    expect(screen.getByText('Step 1 of 4')).toBeVisible();
    will(200, { isVerified: true });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Step 2 of 4')).toBeVisible();
    will(200, { isVerified: true });
    await user.click(screen.getByLabelText('Phone code, digit 1 of 6'));
    await user.paste('123456');
    expect(await screen.findByText('Step 3 of 4')).toBeVisible();
    await user.type(screen.getByLabelText('New email'), 'new@example.com');
    await user.type(screen.getByLabelText('Confirm new email'), 'old@example.com');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('link', { name: "Confirm Email doesn't match Email" })).toBeVisible();
    expect(requests).toEqual([
      '/api/user/change-email/get-phone-code',
      '/api/user/change-email/get-phone-code',
      '/api/user/change-email/get-email-code',
    ]);
  });
});
