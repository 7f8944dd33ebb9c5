// SPDX-License-Identifier: AGPL-3.0-or-later

/** The reading pane without a message says how much is unread, and leads to the first of it. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderAt } from '../../../testing/renderAt';
import { NothingOpen } from './NothingOpen';

test.each([
  [undefined, null],
  [0, 'Everything in your inbox is read.'],
  [1, '1 message in your inbox is unread.'],
  [12, '12 messages in your inbox are unread.'],
])('of %s unread messages', async (unread, words) => {
  await renderAt('/messaging', <NothingOpen unread={unread} firstUnread={null} />);
  expect(screen.getByText('Choose a message')).toBeVisible();
  if (words === null) expect(screen.queryByText(/inbox/)).toBeNull();
  else expect(screen.getByText(words, { exact: false })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('the first unread message of the list is one press away', async () => {
  await renderAt('/messaging', <NothingOpen unread={1} firstUnread="/messaging?message=m2" />);
  const way = screen.getByRole('link', { name: 'Open the first unread message' });
  expect(way).toHaveAttribute('href', '/messaging?message=m2');
});
