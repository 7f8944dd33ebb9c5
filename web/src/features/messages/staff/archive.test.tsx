// SPDX-License-Identifier: AGPL-3.0-or-later

/** Putting a message away says that its request is still work, where it is. */
import { screen, waitFor } from '@testing-library/react';
import type { UseQueryResult } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { MessageList, MessageRow, MessageView } from '../../../api/generated/schema';
import { storeSettings, queryClient } from '../../../api/queries';
import { testSettings, testUser } from '../../../testing/settings';
import { renderAt } from '../../../testing/renderAt';
import { answerWith } from '../../../testing/server';
import { Announcer } from '../../../ui/feedback/announce';
import { Toasts } from '../../../ui/feedback/toasts';
import { ReadingPane } from './ReadingPane';
import { StaffList } from './StaffList';
import { archivedText } from './requestNotice';

vi.mock(import('../../../api/session'), async (importOriginal) => ({
  ...(await importOriginal()),
  useMe: () => testUser({ Role: 'ROLE_DOCTOR' }),
}));

function message(change: Partial<MessageRow> = {}): MessageRow {
  return {
    _id: 'm1',
    about: { _id: 'p1', FirstName: 'Marguerite', LastName: 'Tremblay' },
    asks: false,
    bill: false,
    canReply: false,
    createdAt: '2026-11-20T18:00:00Z',
    updatedAt: '2026-11-20T18:00:00Z',
    files: [],
    from: null,
    isArchive: false,
    isRead: true,
    label: 'P-20418',
    labtest: null,
    message: 'A new request',
    note: null,
    prescription: 'r1',
    preview: 'A new request',
    repliedBy: null,
    replyCount: 0,
    sleepAssessment: null,
    status: 'PENDING',
    struck: false,
    subject: 'Prescription request',
    tags: [],
    to: [],
    toGroup: 'Doctor',
    unread: false,
    work: 'review',
    ...change,
  };
}

const { preview: _, ...head } = message({ status: 'APPROVED', work: 'send' });
const opened: MessageView = { ...head, replies: [] };
let put: string[] = [];

beforeEach(() => {
  put = [];
  storeSettings(testSettings);
  answerWith(({ method, url }) => {
    if (method === 'PUT') put.push(url);
    return Response.json(url.endsWith('/message/m1') ? opened : { count: 0 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const STAYS = 'Archived. P-20418 stays in the review queue until it is done.';

async function archive(row: MessageRow, tab: 'inbox' | 'archive' = 'inbox') {
  const page = {
    isPending: false,
    isError: false,
    data: { items: [row], total: 1, isMore: false, nextCursor: null },
  } as unknown as UseQueryResult<MessageList>;
  await renderAt(
    '/messaging',
    <>
      <StaffList
        tab={tab}
        page={page}
        empty=""
        opened={undefined}
        hrefOf={(id) => `/messaging?message=${id}`}
        place={{ limit: 10, cursors: [] }}
        onPlace={() => undefined}
        onLeave={() => () => undefined}
        list={{ current: null }}
      />
      <Announcer />
      <Toasts />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^(Archive|Back to inbox): / }));
  await waitFor(() => {
    expect(put).toHaveLength(1);
  });
}

test('of an open request it is said that it stays in the review queue', async () => {
  await archive(message());
  expect(await screen.findByText(STAYS)).toBeInTheDocument();
});

test('of one that is dealt with, or of none, it is not', async () => {
  await archive(message({ status: 'FAXED', work: null }));
  expect(await screen.findByText('Message archived')).toBeInTheDocument();
  expect(screen.queryByText(/stays in the review queue/)).toBeNull();
});

test('of one that looks finished its row says what is left, and that it stays', async () => {
  await archive(message({ status: 'FAXED', work: 'fax' }));
  expect(screen.getByText('Failed fax')).toBeInTheDocument();
  expect(await screen.findByText(STAYS)).toBeInTheDocument();
});

test('a refund that is left to do stands in the archive too', async () => {
  await archive(message({ status: 'REJECTED', work: 'refund', isArchive: true }), 'archive');
  expect(screen.getByText('To refund')).toBeInTheDocument();
});

test('bringing a message back says nothing of the queue', async () => {
  await archive(message({ isArchive: true }), 'archive');
  expect(await screen.findByText('Message is back in the inbox')).toBeInTheDocument();
  expect(screen.queryByText(/stays in the review queue/)).toBeNull();
});

test('the opened message says it too', async () => {
  await renderAt(
    '/messaging',
    <>
      <ReadingPane
        id="m1"
        tab="inbox"
        beside
        Pdf={() => null}
        onLeave={() => () => undefined}
        onTemplates={undefined}
      />
      <Toasts />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Archive/ }));
  expect(await screen.findByText(STAYS)).toBeInTheDocument();
});

test('only a request with its number and something left to do stays', () => {
  for (const work of ['review', 'fax', 'send', 'pharmacy', 'refund'] as const)
    expect(archivedText({ label: 'P-1', work })).toMatch(/^Archived\. P-1 stays/);
  expect(archivedText({ label: 'P-1', work: null })).toBeNull();
  expect(archivedText({ label: null, work: 'review' })).toBeNull();
});
