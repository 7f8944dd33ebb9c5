// SPDX-License-Identifier: AGPL-3.0-or-later

/** What cannot be paid is explained where the menu is, not on a page with nothing but a sentence. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PrescriptionView } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { forgetPayments } from '../../features/payments/till';
import { prescriptionDetail } from '../../features/prescriptions/queries';
import { testPayment, testRequest } from '../../testing/payments';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { PaymentPage } from './PaymentPage';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetPayments();
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

const OVER = [
  'PENDING',
  'ACKNOWLEDGED',
  'APPROVED',
  'REJECTED',
  'FAXED',
  'REFUNDED',
  'CANCELED',
] as const satisfies readonly PrescriptionView['status'][];

/** The page of a request that the server shows as `view`, until the test says otherwise. */
async function openPayment(view: PrescriptionView, query = '') {
  storeSettings({ ...testSettings, walletEnabled: true });
  const sent: string[] = [];
  answerWith((request) => {
    if (request.method !== 'GET') sent.push(pathOf(request));
    return Response.json(view);
  });
  const address = `/request-prescription/payment/?prescription=${ID}${query}`;
  const { router } = await renderAt(address, <PaymentPage />);
  return { navigate: vi.spyOn(router, 'navigate'), sent };
}

test.each(OVER)('a request that is %s is not said to have been paid just now', async (status) => {
  const view = testRequest({ _id: ID, status, payment: testPayment('charged'), canPay: false });
  // Also back from the wallet, as the browser's Back leads there again.
  const { navigate, sent } = await openPayment(view, '&token=order-1');
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ href: `/prescription/${ID}`, replace: true }));
  expect(screen.queryByText(/successful/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay with wallet' })).toBeNull();
  expect(sent).toEqual([]);
});

test('what another tab pays while the page is open leads to the request as well', async () => {
  const { navigate } = await openPayment(testRequest({ _id: ID }));
  expect(await screen.findByRole('button', { name: 'Pay with wallet' })).toBeVisible();
  const paid = testRequest({ _id: ID, status: 'PENDING', payment: testPayment('charged'), canPay: false });
  queryClient.setQueryData(prescriptionDetail(ID).queryKey, paid);
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ href: `/prescription/${ID}`, replace: true }));
  expect(screen.queryByText(/successful/)).toBeNull();
});
