// SPDX-License-Identifier: AGPL-3.0-or-later

/** Whatever is done with the checkout, a payment whose outcome is unknown is not forgotten, and none is told twice. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setAvailable } from '../../api/availability';
import type { SleepAssessmentView } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { forgetPayments } from '../../features/payments/till';
import { toast } from '../../ui/feedback/toasts';
import { testPayment, testSleepClinic, testSleepInfo, testSleepOrder } from '../../testing/payments';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings, testUser } from '../../testing/settings';
import { sleepTill } from './paymentAdapter';
import { SleepClinicPage } from './SleepClinicPage';

vi.mock('../../api/session', async (original) => ({
  ...(await original<object>()),
  useMe: () => testUser(),
}));
vi.mock('../../ui/links/AppLink', async (original) => ({
  ...(await original<object>()),
  useRouteParam: () => 'coastal',
}));

const other = { ...testSleepClinic, _id: 'clinic-2', name: 'Coastal Sleep Nanaimo' };
const UNKNOWN = 'We do not know yet whether your payment went through.';
const paid = testSleepOrder({ status: 'PAID', payment: testPayment('charged'), canPay: false });
const unknown = testSleepOrder({ payment: testPayment('unknown'), canPay: false });

let orders: SleepAssessmentView[] = [];
let sent: string[] = [];

beforeEach(() => {
  orders = [];
  sent = [];
  storeSettings({
    ...testSettings,
    stripeKey: 'pk_test',
    stripeScriptUrl: 'https://cards.example/script.js',
  });
  window.Stripe = () => ({
    elements: () => ({ create: () => ({ mount: () => undefined, unmount: () => undefined }) }),
    createToken: async () => ({ token: { id: 'tok_1' } }),
  });
  answerWith((request) => {
    const path = pathOf(request);
    if (request.method !== 'GET') {
      sent.push(path);
      if (path.endsWith('/set-pay')) throw new TypeError('Failed to fetch');
      return Response.json(testSleepOrder());
    }
    if (path.includes('/sleep-info/')) return Response.json([testSleepInfo]);
    if (path.includes('/sleep-clinic')) return Response.json([testSleepClinic, other]);
    return Response.json(orders);
  });
});

afterEach(() => {
  forgetPayments();
  queryClient.clear();
  setAvailable(true);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.Stripe;
});

async function select({ name }: { readonly name: string }) {
  await userEvent.click(await screen.findByRole('button', { name: `Select and Pay: ${name}` }));
  return screen.findByRole('dialog');
}

async function payButton(checkout: HTMLElement) {
  const pay = await within(checkout).findByRole('button', { name: 'Pay $20.00' });
  await waitFor(() => expect(pay).not.toHaveAccessibleDescription('The card form is loading.'));
  return pay;
}

async function payWithoutAnswer() {
  const checkout = await select(testSleepClinic);
  await userEvent.click(await payButton(checkout));
  expect(await within(checkout).findByText(UNKNOWN)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('a checkout that is closed and opened again still says not to pay again', async () => {
  await renderAt('/sleep-clinic/coastal', <SleepClinicPage />);
  await payWithoutAnswer();
  const checkout = await select(testSleepClinic);
  expect(within(checkout).getByText(UNKNOWN)).toBeVisible();
  const pay = await payButton(checkout);
  expect(pay).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(pay);
  expect(sent.filter((path) => path.endsWith('/set-pay'))).toHaveLength(1);
});

test('another clinic cannot be paid while the payment of one is not known', async () => {
  await renderAt('/sleep-clinic/coastal', <SleepClinicPage />);
  await payWithoutAnswer();
  const checkout = await select(other);
  const words = `We do not know yet whether your payment for the sleep test at ${testSleepClinic.name} went through.`;
  expect(within(checkout).getByText(words)).toBeVisible();
  expect(await payButton(checkout)).toHaveAttribute('aria-disabled', 'true');
});

test('a payment that is seen to be made after its checkout was closed is told, and not sold again', async () => {
  const said = vi.spyOn(toast, 'success');
  await renderAt('/sleep-clinic/coastal', <SleepClinicPage />);
  await payWithoutAnswer();
  orders = [paid];
  setAvailable(true);
  const purchase = { info: testSleepInfo, clinic: testSleepClinic, amount: 20, order: null };
  await sleepTill.machineOf(purchase, queryClient).ask();
  expect(said).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const checkout = await select(testSleepClinic);
  expect(within(checkout).getByText(/already been sent to this clinic/)).toBeVisible();
  expect(within(checkout).queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(said).toHaveBeenCalledTimes(1);
});

test.each([testSleepClinic, other])('after a reload it is known as well: $name', async (clinic) => {
  orders = [unknown];
  await renderAt('/sleep-clinic/coastal', <SleepClinicPage />);
  const checkout = await select(clinic);
  expect(await within(checkout).findByText(/^We do not know yet whether your payment/)).toBeVisible();
  expect(await payButton(checkout)).toHaveAttribute('aria-disabled', 'true');
});

test.each([
  'PAID',
  'FAXED',
  'REFUNDED',
  'CANCELED',
] as const)('the address of an order that is %s leads to the orders, and says nothing of its payment', async (status) => {
  const said = vi.spyOn(toast, 'success');
  orders = [{ ...paid, status }];
  const address = '/sleep-clinic/coastal?assessment=order-1&token=wallet-1';
  const { router } = await renderAt(address, <SleepClinicPage />);
  await waitFor(() => expect(router.location.pathname).toBe('/sleep-info'));
  expect(said).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
});
