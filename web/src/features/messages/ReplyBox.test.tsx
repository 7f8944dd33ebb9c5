// SPDX-License-Identifier: AGPL-3.0-or-later

/** A reply that is being written while the message is answered elsewhere is not taken away. */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import type { MessageView } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { answerWith } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { renderAt } from '../../testing/renderAt';
import { Toasts } from '../../ui/feedback/toasts';
import { MessagePage } from './MessagePage';
import { messageQuery } from './queries';

vi.mock('../../api/session', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ Role: 'ROLE_PATIENT', Person: { _id: 'me', FirstName: 'Ann', LastName: 'Lee' } }),
}));

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const doctor = { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' };
const at = '2026-11-20T18:00:00Z';
const message = (change: Partial<MessageView>): MessageView => ({
  ...({
    _id: 'm1',
    subject: 'Your dose',
    message: 'Which dose?',
    from: doctor,
    to: [],
    replies: [],
    replyCount: 0,
    files: [],
    tags: [],
    createdAt: at,
    updatedAt: at,
    canReply: true,
    unread: false,
  } as unknown as MessageView),
  ...change,
});

async function write() {
  storeSettings(testSettings);
  answerWith(() => new Response(null, { status: 204 }));
  queryClient.setQueryData(messageQuery('m1').queryKey, message({}));
  queryClient.setQueryDefaults(messageQuery('m1').queryKey, { staleTime: Infinity });
  await renderAt(
    '/message/m1',
    <>
      <MessagePage id="m1" Pdf={() => null} />
      <Toasts />
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await user.type(screen.getByLabelText('Reply', { selector: 'textarea' }), 'Two a day');
  return user;
}

const answered = (text: string) =>
  act(() => {
    const reply = { _id: 'r1', from: { _id: 'me', FirstName: 'Ann', LastName: 'Lee' }, message: text };
    queryClient.setQueryData(
      messageQuery('m1').queryKey,
      message({
        canReply: false,
        replyCount: 1,
        replies: [{ ...reply, repliedAt: at, files: [], byLink: false }] as unknown as MessageView['replies'],
      }),
    );
  });

test('answered in another window, the text stays and it is said what can be done', async () => {
  const user = await write();
  answered('Only one');
  expect(await screen.findByText('This message has been answered in the meantime.')).toBeVisible();
  expect(screen.getByText(/You can reply again after Helen Varga answers\./)).toBeVisible();
  expect(screen.getByLabelText('Reply', { selector: 'textarea' })).toHaveValue('Two a day');
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click((await screen.findAllByRole('button', { name: 'Discard' })).at(-1) ?? document.body);
  expect(screen.queryByLabelText('Reply', { selector: 'textarea' })).toBeNull();
});

test('a reply whose answer was lost is seen to be sent', async () => {
  await write();
  answered('Two a day');
  expect(await screen.findByText('Your message was successfully sent to the doctor.')).toBeVisible();
  expect(screen.queryByLabelText('Reply', { selector: 'textarea' })).toBeNull();
});
