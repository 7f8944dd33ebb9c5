// SPDX-License-Identifier: AGPL-3.0-or-later

/** A change of an account whose answer was lost: over as soon as the history has it as one's own, as it was sent. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { StaffAccountDetail } from '../../../api/generated/schema';
import { queryClient } from '../../../api/queries';
import { renderAt } from '../../../testing/renderAt';
import { answerWith } from '../../../testing/server';
import { until } from '../../../testing/until';
import { loadDialogs } from '../../../ui/dialogs/Dialog';
import { staffAccount } from './queries';
import { StaffAccountPage } from './StaffAccountPage';

vi.mock('../../../api/session', () => ({ useMe: () => ({ Role: 'ROLE_ADMIN', Person: { _id: 'me' } }) }));
vi.mock('../../../ui/links/AppLink', async (original) => ({
  ...(await original<object>()),
  useRouteParam: () => 'a1',
}));

const person = { _id: 'p1', FirstName: 'Helen', LastName: 'Varga' };

function detail(account: Partial<StaffAccountDetail['account']> = {}): StaffAccountDetail {
  return {
    account: {
      _id: 'a1',
      Email: 'helen@salal.example',
      Role: 'ROLE_OFFICE',
      billingNumber: null,
      collegeNumber: null,
      createdAt: '2026-11-20T18:00:00Z',
      disabledAt: null,
      fax: '',
      isAdmin: false,
      lastSignIn: null,
      own: false,
      person,
      phone: '',
      secondStep: true,
      state: 'active',
      version: 1,
      ...account,
    },
    history: [],
    sessions: [],
  };
}

let now: StaffAccountDetail;
/** What becomes of a change; its answer is lost. */
let change: () => StaffAccountDetail;

function by(
  id: string,
  what: StaffAccountDetail['history'][number]['what'],
  account: Partial<StaffAccountDetail['account']>,
): StaffAccountDetail {
  const entry = {
    _id: 'c1',
    what,
    was: '',
    became: '',
    at: '2026-11-20T19:00:00Z',
    by: { ...person, _id: id },
  };
  return { ...detail({ version: 2, ...account }), history: [entry] };
}

beforeEach(async () => {
  now = detail();
  await loadDialogs();
  answerWith((request) => {
    if (request.method === 'GET') return Response.json(now);
    now = change();
    return new Response('', { status: 502 });
  });
  await renderAt('/staff/a1', <StaffAccountPage />);
  await screen.findByRole('heading', { name: 'Helen Varga' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a telephone number that was typed another way is the one that is stored', async () => {
  change = () => by('me', 'numbers', { phone: '16045550143' });
  await userEvent.type(screen.getByLabelText('Telephone'), '604 555 0143');
  await userEvent.click(screen.getByRole('button', { name: 'Save numbers' }));
  await until(() => expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull());
  expect(screen.queryByText(/^Someone else changed/)).toBeNull();
});

test('what somebody else saved is not what was sent', async () => {
  change = () => by('other', 'numbers', { phone: '16045550143' });
  await userEvent.type(screen.getByLabelText('Telephone'), '604 555 0143');
  await userEvent.click(screen.getByRole('button', { name: 'Save numbers' }));
  await until(() => expect(queryClient.getQueryData(staffAccount('a1').queryKey)?.account.version).toBe(2));
  expect(screen.getByRole('button', { name: 'Discard changes' })).toBeVisible();
});

test('the question before an account is deactivated goes when it is seen to be done', async () => {
  change = () => by('me', 'disabled', { state: 'disabled' });
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  const asked = within(await screen.findByRole('dialog'));
  await userEvent.click(asked.getByRole('button', { name: 'Deactivate' }));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(now.account.state).toBe('disabled');
});

test('what is typed stays while nobody answers', async () => {
  change = () => now;
  await userEvent.type(screen.getByLabelText('College number'), '12345');
  answerWith(() => new Response('', { status: 502 }));
  await queryClient.refetchQueries({ queryKey: staffAccount('a1').queryKey });
  expect(screen.getByLabelText('College number')).toHaveValue('12345');
});
