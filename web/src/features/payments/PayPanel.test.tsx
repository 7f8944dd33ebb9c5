// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAvailable } from '../../api/availability';
import { ApiError, ApiUnavailable } from '../../api/failures';
import type { PrescriptionView } from '../../api/generated/schema';
import { storeSettings } from '../../api/queries';
import { toast } from '../../ui/feedback/toasts';
import { testPayment, testRequest } from '../../testing/payments';
import { testSettings } from '../../testing/settings';
import { payByCard, startWalletOrder } from './commands';
import { PayPanel } from './PayPanel';
import { prescriptionTill } from './prescriptionTill';
import { readPrescription } from './queries';
import { forgetPayments } from './till';
import { usePayment } from './usePayment';

vi.mock('./commands');
vi.mock('./queries', async (original) => ({
  ...(await original<object>()),
  readPrescription: vi.fn(),
}));

const created = testRequest();
const pending = testRequest({ status: 'PENDING', payment: testPayment('charged'), canPay: false });
const UNKNOWN = 'We do not know yet whether your payment went through.';

beforeEach(() => {
  storeSettings({
    ...testSettings,
    stripeKey: 'pk_test',
    stripeScriptUrl: 'https://cards.example/script.js',
    walletEnabled: true,
  });
  window.Stripe = () => ({
    elements: () => ({ create: () => ({ mount: () => undefined, unmount: () => undefined }) }),
    createToken: async () => ({ token: { id: 'tok_1' } }),
  });
});
afterEach(() => {
  forgetPayments();
  setAvailable(true);
  vi.resetAllMocks();
  vi.restoreAllMocks();
  delete window.Stripe;
});

function Panel({ prescription }: { readonly prescription: PrescriptionView }) {
  const payment = usePayment(prescription, prescriptionTill);
  return (
    <PayPanel
      prescription={prescription}
      payment={payment}
      returnedOrder={undefined}
      requested="Requested."
      onFinished={() => undefined}
    />
  );
}

/** Opens the payment of a request; what is returned closes it. */
function open(prescription = created) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Panel prescription={prescription} />
      </MantineProvider>
    </QueryClientProvider>,
  ).unmount;
}

async function payButton() {
  const pay = await screen.findByRole('button', { name: 'Pay $60.00' });
  await waitFor(() => expect(pay).not.toHaveAccessibleDescription('The card form is loading.'));
  return pay;
}

async function press() {
  await userEvent.click(await payButton());
}

describe('the pay button', () => {
  it('carries the amount, sends one command, and is not armed while the outcome is unknown', async () => {
    vi.mocked(payByCard).mockRejectedValue(new ApiUnavailable());
    vi.mocked(readPrescription).mockResolvedValue(created);
    open();
    await press();
    expect(await screen.findByText(UNKNOWN)).toBeVisible();
    const pay = await payButton();
    expect(pay).toHaveAttribute('aria-disabled', 'true');
    expect(pay).toHaveAccessibleDescription('We’re checking whether your payment went through.');
    await userEvent.click(pay);
    await userEvent.click(screen.getByRole('button', { name: 'Pay with wallet' }));
    expect(payByCard).toHaveBeenCalledTimes(1);
    expect(startWalletOrder).not.toHaveBeenCalled();
  });

  it('says that it is paid only of what was paid from here', async () => {
    vi.mocked(payByCard).mockResolvedValue(pending);
    const close = open(pending);
    expect(screen.queryAllByText('Requested.')).toHaveLength(0);
    close();
    open();
    await press();
    expect(await screen.findByText('Requested.')).toBeInTheDocument();
  });
});

describe('a payment that was left while its outcome was unknown', () => {
  beforeEach(() => {
    vi.mocked(payByCard).mockRejectedValue(new ApiUnavailable());
    vi.mocked(readPrescription).mockRejectedValue(new ApiUnavailable());
  });

  async function pressAndLeave() {
    const close = open();
    await press();
    await screen.findByText(UNKNOWN);
    close();
  }

  it('is the same one when it is opened again', async () => {
    await pressAndLeave();
    open();
    expect(await screen.findByText(UNKNOWN)).toBeVisible();
    expect(await payButton()).toHaveAttribute('aria-disabled', 'true');
  });

  it('lets nothing else be paid meanwhile', async () => {
    await pressAndLeave();
    open(testRequest({ _id: 'request-2', label: 'P-20419' }));
    expect(
      await screen.findByText('We do not know yet whether your payment for request P-20418 went through.'),
    ).toBeVisible();
    await press();
    expect(payByCard).toHaveBeenCalledTimes(1);
  });

  it('is not sent again by itself, and said to be paid when it is seen to be', async () => {
    const said = vi.spyOn(toast, 'success');
    await pressAndLeave();
    const machine = prescriptionTill.machineOf(created, new QueryClient());
    await machine.ask();
    expect(payByCard).toHaveBeenCalledTimes(1);
    vi.mocked(readPrescription).mockResolvedValue(pending);
    await machine.ask();
    expect(said).toHaveBeenCalledWith('Payment successful. Your request P-20418 is with our doctors.');
    expect(prescriptionTill.machineOf(pending, new QueryClient())).not.toBe(machine);
  });

  it('can be made again once the server says that nothing was charged', async () => {
    await pressAndLeave();
    vi.mocked(readPrescription).mockResolvedValue(created);
    await prescriptionTill.machineOf(created, new QueryClient()).ask();
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('You were not charged.');
    expect(await payButton()).not.toHaveAttribute('aria-disabled');
    expect(payByCard).toHaveBeenCalledTimes(1);
  });

  it('ends with the session', async () => {
    await pressAndLeave();
    forgetPayments();
    open();
    expect(await payButton()).not.toHaveAttribute('aria-disabled');
  });
});

describe('a refusal', () => {
  it('of the card takes the focus, leads to the card, and is said in the title', async () => {
    vi.mocked(payByCard).mockRejectedValue(
      new ApiError(422, { code: 'CARD_DECLINED', errors: [{ field: 'card', message: 'Declined.' }] }),
    );
    vi.mocked(readPrescription).mockResolvedValue(created);
    open();
    await press();
    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(summary).toHaveFocus());
    expect(document.title).toMatch(/^Error: /);
    expect(screen.getByRole('group', { name: 'Card information' })).toHaveAccessibleDescription('Declined.');
    await userEvent.click(screen.getByRole('link', { name: 'Declined.' }));
    await waitFor(() => expect(screen.getByRole('group', { name: 'Card information' })).toHaveFocus());
    vi.mocked(payByCard).mockResolvedValue(pending);
    await press();
    await waitFor(() => expect(document.title).not.toMatch(/^Error: /));
  });

  it('is not said of the card when its provider could not be reached', async () => {
    const error = { type: 'api_connection_error', message: 'offline' };
    vi.spyOn(window, 'Stripe').mockReturnValue({
      elements: () => ({ create: () => ({ mount: () => undefined, unmount: () => undefined }) }),
      createToken: async () => ({ error }),
    });
    open();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /card provider didn’t answer\. Nothing was charged/,
    );
    expect(payByCard).not.toHaveBeenCalled();
  });

  it('that is only silence goes, and gives the focus back, once the server answers', async () => {
    vi.mocked(startWalletOrder).mockImplementation(async () => {
      setAvailable(false);
      throw new ApiUnavailable();
    });
    open();
    await payButton();
    await userEvent.click(screen.getByRole('button', { name: 'Pay with wallet' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('Nothing was charged');
    await waitFor(() => expect(summary).toHaveFocus());
    expect(document.body).not.toHaveTextContent('IT Support');
    setAvailable(true);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
    expect(document.title).not.toMatch(/^Error: /);
  });
});
