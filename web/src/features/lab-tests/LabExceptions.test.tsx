// SPDX-License-Identifier: AGPL-3.0-or-later

/** Reports without a patient: what is typed of one outlives the list, which somebody else may empty or nobody answers. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LabExceptionView } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith } from '../../testing/server';
import { until } from '../../testing/until';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { LabExceptions } from './LabExceptions';
import { labExceptions } from './queries';

const report: LabExceptionView = {
  _id: 'x1',
  candidates: [],
  collectedAt: null,
  comments: [],
  createdAt: '2026-11-20T18:00:00Z',
  dateOfBirth: null,
  healthNumbers: [],
  items: [],
  lab: 'LifeLabs',
  order: '1',
  reason: 'No patient has this health number.',
  reportedAt: null,
  reportedName: 'TREMBLAY',
  title: 'Lipids',
};

let answer: () => Response;

beforeEach(async () => {
  await loadDialogs();
  answer = () => Response.json({ items: [report], nextCursor: null });
  answerWith((request) => (request.method === 'GET' ? answer() : new Response('', { status: 502 })));
  await renderAt('/lab-exceptions', <LabExceptions pickPatient={() => null} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Dismiss/ }));
  await userEvent.type(screen.getByRole('textbox'), 'Of another clinic');
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test.each([
  ['the list is empty', () => Response.json({ items: [], nextCursor: null })],
  ['nobody answers', () => new Response('', { status: 502 })],
])('a note stays when %s', async (_, now) => {
  answer = now;
  await queryClient.refetchQueries({ queryKey: labExceptions().queryKey });
  await until(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('textbox')).toHaveValue('Of another clinic');
});
