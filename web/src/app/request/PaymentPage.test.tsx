// SPDX-License-Identifier: AGPL-3.0-or-later

/** What cannot be paid is explained where the menu is, not on a page with nothing but a sentence. */
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { PaymentPage } from './PaymentPage';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const ID = '0192f0c4-7a10-7c3e-8b1d-3d5c1f6a9e20';

test.each([
  [404, ID],
  [400, '17'],
])('a request that the server answers with %i leads to its own page', async (status, id) => {
  storeSettings(testSettings);
  answerWith(() => Response.json({ code: 'NOT_FOUND', message: 'Not here.' }, { status }));
  const { router } = await renderAt(`/request-prescription/payment/?prescription=${id}`, <PaymentPage />);
  const navigate = vi.spyOn(router, 'navigate');
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ href: `/prescription/${id}`, replace: true }));
});

test('a payment of nothing leads to the list of requests', async () => {
  storeSettings(testSettings);
  answerWith(() => Response.json({ code: 'NOT_FOUND', message: 'Not here.' }, { status: 404 }));
  const { router } = await renderAt('/request-prescription/payment/', <PaymentPage />);
  await waitFor(() => expect(router.location.pathname).toBe('/prescriptions'));
});
