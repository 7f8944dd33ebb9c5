// SPDX-License-Identifier: AGPL-3.0-or-later

/** The review queue: what is late is said of all kinds of work, and failed faxes can be looked at alone. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderAt } from '../../../testing/renderAt';
import { answerWith, pathOf } from '../../../testing/server';
import { QueuePage } from './QueuePage';

vi.mock('../../../api/session', () => ({ useMe: () => ({ Role: 'ROLE_OFFICE', Person: { _id: 'me' } }) }));

let requests: string[] = [];
let overdue = 0;

beforeEach(() => {
  requests = [];
  answerWith((request) => {
    requests.push(pathOf(request));
    const counts = {
      all: 6,
      mine: 0,
      unclaimed: 6,
      review: 3,
      fax: 2,
      send: 1,
      pharmacy: 0,
      refund: 0,
      overdue,
    };
    return Response.json({ items: [], nextCursor: null, counts });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('failed faxes stand after the reviews, and are asked for by themselves', async () => {
  overdue = 3;
  await renderAt('/queue', <QueuePage />);
  expect(await screen.findByText('3 are overdue')).toBeInTheDocument();
  const kinds = screen.getByRole('radiogroup', { name: 'Type of work' });
  expect(kinds).toHaveTextContent(/Everything.*To review 3.*Failed fax 2.*To sign and fax 1/);
  expect(kinds).toHaveTextContent(/To sign and fax 1.*No pharmacy 0.*To refund 0/);
  await userEvent.click(screen.getByRole('radio', { name: 'Failed fax 2' }));
  await waitFor(() => {
    expect(requests.some((url) => url.includes('work=fax'))).toBe(true);
  });
});
