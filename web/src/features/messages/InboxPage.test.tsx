// SPDX-License-Identifier: AGPL-3.0-or-later

/** A patient's list and a message stand at one path: where the focus is after going from one to the other. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { until } from '../../testing/until';
import { InboxPage } from './InboxPage';

const me = { Role: 'ROLE_PATIENT', Person: { _id: 'me' } };
vi.mock('../../api/session', () => ({ useMe: () => me }));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const row = (id: string, subject: string) => ({
  _id: id,
  subject,
  preview: 'Good morning.',
  unread: false,
  struck: false,
  bill: false,
  isArchive: false,
  tags: [],
  replyCount: 0,
  updatedAt: '2026-11-20T18:00:00Z',
  from: { _id: 'doctor', FirstName: 'Priya', LastName: 'Nandakumar' },
  to: [],
  toGroup: null,
  about: null,
});

test.each([
  ['the arrow', '/messaging?selected=m2'],
  ['the browser’s Back', '/messaging'],
])('after %s the focus is at the message that one came from', async (_, back) => {
  storeSettings(testSettings);
  answerWith((request) =>
    pathOf(request) === '/api/message/m2'
      ? Response.json({ message: 'No.', code: 'NOT_FOUND', errors: [] }, { status: 404 })
      : Response.json({
          items: [row('m1', 'Your renewal'), row('m2', 'Your pharmacy')],
          nextCursor: null,
          total: 2,
          isMore: false,
          count: 0,
        }),
  );
  const { router } = await renderAt('/messaging', <InboxPage Pdf={() => null} PatientPicker={() => null} />);
  const link = () => screen.findByRole('link', { name: /Your pharmacy/ });
  // Who has only opened the list begins at its top.
  expect(await link()).not.toHaveFocus();
  (await link()).focus();
  act(() => void router.navigate({ href: '/messaging?message=m2' }));
  expect(await screen.findByText(/This message doesn’t exist/)).toBeVisible();
  // The arrow of a phone's top bar, which goes with the message.
  const arrow = document.body.appendChild(document.createElement('button'));
  arrow.focus();
  act(() => void router.navigate({ href: back }));
  const again = await link();
  await until(() => expect(again).toHaveFocus());
  arrow.remove();
  expect(again).toHaveFocus();
  expect(again).toHaveAttribute('aria-current', 'true');
});
