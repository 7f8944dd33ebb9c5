// SPDX-License-Identifier: AGPL-3.0-or-later

/** Opening marks a message as read: once for what was seen, and never against who makes it unread again. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { answerWith } from '../../testing/server';
import { markUnread } from './commands';
import { messageQuery } from './queries';
import { useMarkRead } from './MessagePage';

afterEach(() => {
  vi.unstubAllGlobals();
});

function opened(unread: boolean) {
  const marks: unknown[] = [];
  answerWith(async (request) => {
    marks.push(await request.json());
    return Response.json({ count: 0 });
  });
  const client = new QueryClient();
  const view = renderHook(useMarkRead, {
    initialProps: { _id: 'm1', unread, updatedAt: '2026-11-20T18:00:00Z' },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { ...view, client, marks };
}

test('a message made unread again stays unread while it is open', async () => {
  const { rerender, marks } = opened(false);
  rerender({ _id: 'm1', unread: true, updatedAt: '2026-11-20T18:00:00Z' });
  expect(marks).toEqual([]);
  // A new reply is something else.
  rerender({ _id: 'm1', unread: true, updatedAt: '2026-11-20T18:05:00Z' });
  await waitFor(() => {
    expect(marks).toEqual([{ id: 'm1', isRead: true }]);
  });
});

test('the opened message knows of its mark as soon as it is made', async () => {
  const { client, marks } = opened(true);
  await waitFor(() => {
    expect(marks).toEqual([{ id: 'm1', isRead: true }]);
  });
  client.setQueryData<unknown>(messageQuery('m1').queryKey, { _id: 'm1', unread: false });
  await markUnread(client, 'm1');
  expect(marks).toEqual([
    { id: 'm1', isRead: true },
    { id: 'm1', isRead: false },
  ]);
  expect(client.getQueryData(messageQuery('m1').queryKey)?.unread).toBe(true);
});
