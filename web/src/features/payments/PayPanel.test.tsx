// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { ApiUnavailable } from '../../api/failures';
import type { PrescriptionView, PublicSettings } from '../../api/generated/schema';
import { storeSettings } from '../../api/queries';
import { testSettings } from '../../testing/settings';
import { payByCard } from './commands';
import { PayPanel } from './PayPanel';
import { readPrescription } from './queries';

vi.mock('./commands');
vi.mock('./queries');

const settings: PublicSettings = {
  ...testSettings,
  stripeKey: 'pk_test',
  stripeScriptUrl: 'https://cards.example/script.js',
  walletEnabled: true,
};

const created: PrescriptionView = {
  _id: 'request-1',
  number: 20418,
  label: 'P-20418',
  version: 1,
  person: {
    _id: 'person-1',
    FirstName: 'Marguerite',
    LastName: 'Tremblay',
    DateOfBirth: null,
    Address: '',
    City: '',
    Province: 'BC',
    PostalCode: '',
    BestPhoneNumber: '6045550142',
  },
  medications: [],
  pharmacy: { _id: 'ph', name: '', address: '', city: '', fax: '', fax_number: '', phone1: '' },
  drPharmacy: null,
  askedPharmacy: null,
  promisedBy: null,
  status: 'CREATED',
  statuses: [],
  text: null,
  createdAt: '2026-11-21T02:12:00Z',
  feeDue: 60,
  fee: { amount: 60, lines: [], rule: 'schedule', withCard: true },
  payment: null,
  refundable: 0,
  returnable: 0,
  refundState: null,
  fax: null,
  pharmacyNumber: null,
  pharmacyRefused: null,
  signature: null,
  printed: null,
  copies: [],
  encounters: [],
  canApprove: null,
  canSign: null,
  canFax: null,
  canPrint: null,
  canRefund: false,
  canCancel: true,
  cancelEffect: null,
  canNamePharmacy: false,
  canPay: true,
  canDecide: false,
  work: null,
  canPrescribe: false,
  safetyTables: null,
};

beforeEach(() => {
  storeSettings(settings);
  window.Stripe = () => ({
    elements: () => ({ create: () => ({ mount: () => undefined, unmount: () => undefined }) }),
    createToken: async () => ({ token: { id: 'tok_1' } }),
  });
});
afterEach(() => {
  delete window.Stripe;
});

describe('the pay button', () => {
  it('carries the amount, sends one command, and is not armed while the outcome is unknown', async () => {
    vi.mocked(payByCard).mockRejectedValue(new ApiUnavailable());
    vi.mocked(readPrescription).mockResolvedValue(created);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider env="test">
          <PayPanel
            prescription={created}
            returnedOrder={undefined}
            requested="Requested."
            onFinished={() => undefined}
          />
        </MantineProvider>
      </QueryClientProvider>,
    );
    const user = userEvent.setup();
    const pay = await screen.findByRole('button', { name: 'Pay $60.00' });
    await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled'));
    await user.click(pay);
    expect(await screen.findByText('We do not know yet whether your payment went through.')).toBeVisible();
    expect(pay).toHaveAttribute('aria-disabled', 'true');
    expect(pay).toHaveAccessibleDescription('We’re checking whether your payment went through.');
    await user.click(pay);
    await user.click(screen.getByRole('button', { name: 'Pay with wallet' }));
    expect(payByCard).toHaveBeenCalledTimes(1);
  });
});

test.each([
  ['CREATED', false],
  ['PENDING', true],
] as const)('%s: that it was requested is said %s', async (status, said) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <PayPanel
          prescription={{ ...created, status, canPay: !said }}
          returnedOrder={undefined}
          requested="Requested."
          onFinished={() => undefined}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(
    await screen.findByRole('heading', { name: 'Pay and send my request', hidden: true }),
  ).toBeInTheDocument();
  expect(screen.queryAllByText('Requested.')).toHaveLength(said ? 1 : 0);
});
