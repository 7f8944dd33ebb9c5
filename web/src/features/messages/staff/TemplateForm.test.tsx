// SPDX-License-Identifier: AGPL-3.0-or-later

/** A template whose answer was lost and that is sent again as another command: nobody else changed it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import type { MessageTemplate } from '../../../api/generated/schema';
import { renderAt } from '../../../testing/renderAt';
import { answerWith } from '../../../testing/server';
import { testUser } from '../../../testing/settings';
import { TemplateForm } from './TemplateForm';

const user = testUser({ Role: 'ROLE_OFFICE' });

vi.mock(import('../../../api/session'), async (importOriginal) => ({
  ...(await importOriginal()),
  useMe: () => user,
}));
afterEach(() => {
  vi.unstubAllGlobals();
});

const ann = { _id: 'ann', FirstName: 'Ann', LastName: 'Lee' };
const template: MessageTemplate = {
  _id: 't1',
  name: 'Hours',
  body: 'We are open.',
  updatedAt: '2026-11-20T18:00:00Z',
  updatedBy: ann,
  version: 1,
};

async function save(newest: Partial<MessageTemplate>) {
  answerWith(({ method }) =>
    method === 'PUT'
      ? Response.json(
          {
            code: 'STALE_VERSION',
            message: 'Someone else changed this.',
            current: { ...template, version: 2, ...newest },
          },
          { status: 409 },
        )
      : Response.json([]),
  );
  const onDone = vi.fn();
  await renderAt('/', <TemplateForm template={template} onDone={onDone} />);
  const press = userEvent.setup();
  await press.type(await screen.findByLabelText(/Text/), ' Until five. ');
  await press.click(screen.getByRole('button', { name: 'Save' }));
  return onDone;
}

const OURS = 'We are open. Until five.';

test('one’s own version that says what is sent is saved', async () => {
  const onDone = await save({ body: OURS, updatedBy: user.Person });
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(screen.queryByText(/changed it to/)).toBeNull();
});

test.each([
  ['someone else’s version', { body: OURS, updatedBy: ann }],
  ['one’s own that says something else', { body: 'Closed.', updatedBy: user.Person }],
])('%s is shown', async (_, newest) => {
  const onDone = await save(newest);
  expect(await screen.findByText(/changed it to/)).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
});
