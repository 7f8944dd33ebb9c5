/** Faxing: the reason beside a disabled button, and one idempotency key until an answer arrived. */
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PrescriptionView } from '../../api/types';
import { FaxFoot } from './FaxFoot';

const pharmacy = {
  _id: 'ph1',
  name: 'Tidewater Pharmacy',
  address: '118 Hastings Walk',
  city: 'Burnaby',
  fax: '6045550177',
  fax_number: '6045550177',
  phone1: '6045550176',
};

function view(change: Partial<PrescriptionView> = {}): PrescriptionView {
  return {
    _id: 'r1',
    number: 20418,
    label: 'P-20418',
    version: 1,
    person: {
      _id: 'p1',
      FirstName: 'Marguerite',
      LastName: 'Tremblay',
      DateOfBirth: null,
      Address: '',
      City: '',
      Province: '',
      PostalCode: '',
      BestPhoneNumber: '',
    },
    medications: [],
    pharmacy,
    drPharmacy: null,
    status: 'APPROVED',
    statuses: [],
    text: null,
    createdAt: '2026-11-20T18:00:00Z',
    feeDue: 0,
    fee: { amount: 0, lines: [], rule: 'schedule', withCard: true },
    payment: null,
    refundable: 0,
    refundState: null,
    fax: null,
    signature: null,
    printed: null,
    encounters: [],
    canApprove: null,
    canSign: null,
    canFax: null,
    canRefund: false,
    canCancel: false,
    canPay: false,
    canDecide: true,
    canPrescribe: true,
    ...change,
  };
}

let faxKeys: (string | null)[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  faxKeys = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.includes('/fax/')) return new Response(null, { status: 204 });
    faxKeys.push(new Headers(init?.headers).get('idempotency-key'));
    const answer = answers.shift();
    if (!answer) throw new TypeError('no network');
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function open(prescription: PrescriptionView) {
  const onQueued = vi.fn();
  render(
    <MantineProvider env="test">
      <FaxFoot
        prescription={prescription}
        onPrint={async () => undefined}
        printReason={null}
        onQueued={onQueued}
      />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onQueued };
}

test('a fax that may have got lost is asked for again with the same key', async () => {
  answers = [];
  const { user, onQueued } = open(view());
  const fax = screen.getByRole('button', { name: 'Fax' });
  await user.click(fax);
  await waitFor(() => {
    expect(faxKeys).toHaveLength(1);
  });
  await waitFor(() => {
    expect(screen.queryByText('Please be patient. This may take a while.')).not.toBeInTheDocument();
  });
  answers = [() => Response.json(view())];
  await user.click(fax);
  await waitFor(() => {
    expect(onQueued).toHaveBeenCalledTimes(1);
  });
  expect(faxKeys[0]).toBe(faxKeys[1]);
});

test('Fax says why it cannot be pressed and sends nothing', async () => {
  const { user } = open(view({ canFax: 'Sign the prescription first.' }));
  const fax = screen.getByRole('button', { name: 'Fax' });
  expect(fax).toHaveAccessibleDescription('Sign the prescription first.');
  await user.click(fax);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(faxKeys).toEqual([]);
});

test('after a first fax the button reads Re-Fax and the failure is told', () => {
  open(
    view({
      drPharmacy: { ...pharmacy, name: 'Harbour Drugs' },
      fax: {
        _id: 'f1',
        state: 'failed',
        toNumber: '16045550177',
        recipientName: 'Harbour Drugs',
        at: '2026-11-21T18:00:00Z',
        pages: 2,
        attempts: 3,
        undelivered: true,
        reason: 'The line was busy.',
        copy: 1,
      },
    }),
  );
  expect(screen.getByRole('button', { name: 'Re-Fax' })).toBeInTheDocument();
  expect(
    screen.getByText(/Chosen by the doctor\. Last fax failed, .*The line was busy\./),
  ).toBeInTheDocument();
});
