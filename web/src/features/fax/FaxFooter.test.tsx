// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Faxing: the reason beside a disabled button, one idempotency key until an answer arrived, and whether the
 * number is known to be the pharmacy's.
 */
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PrescriptionView } from '../../api/generated/schema';
import { storeSettings } from '../../api/queries';
import { testSettings } from '../../testing/settings';
import { answerWith, pathOf } from '../../testing/server';
import { Toasts, toast } from '../../ui/feedback/toasts';
import { UndoToasts } from '../../ui/feedback/UndoToast';
import { FaxFooter } from './FaxFooter';

vi.mock('../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));

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
    askedPharmacy: null,
    promisedBy: null,
    status: 'APPROVED',
    statuses: [],
    text: null,
    createdAt: '2026-11-20T18:00:00Z',
    feeDue: 0,
    fee: { amount: 0, lines: [], rule: 'schedule', withCard: true },
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
    canCancel: false,
    cancelEffect: null,
    canNamePharmacy: false,
    canPay: false,
    canDecide: true,
    work: 'send',
    canPrescribe: true,
    safetyTables: null,
    ...change,
  };
}

let faxKeys: (string | null)[] = [];
let answers: (() => Response)[] = [];
let verified: unknown[] = [];

beforeEach(() => {
  storeSettings(testSettings);
  faxKeys = [];
  verified = [];
  answerWith(async (request) => {
    const path = pathOf(request);
    if (path === '/api/prescription/verify-number') {
      verified.push([request.method, await request.json()]);
      return answers.shift()?.() ?? new Response(null, { status: 500 });
    }
    if (!path.startsWith('/api/fax/')) return new Response(null, { status: 204 });
    faxKeys.push(request.headers.get('idempotency-key'));
    const answer = answers.shift();
    if (!answer) throw new TypeError('no network');
    return answer();
  });
});

afterEach(() => {
  act(() => toast.clear());
  vi.unstubAllGlobals();
});

function open(prescription: PrescriptionView) {
  const onQueued = vi.fn();
  const onChanged = vi.fn();
  const onVoid = vi.fn();
  const at = (shown: PrescriptionView) => (
    <MantineProvider env="test">
      <FaxFooter
        prescription={shown}
        onPrint={async () => undefined}
        printReason={null}
        onQueued={onQueued}
        onChanged={onChanged}
        onVoid={onVoid}
      />
      <UndoToasts />
      <Toasts />
    </MantineProvider>
  );
  const { rerender } = render(at(prescription));
  const show = (shown: PrescriptionView) => rerender(at(shown));
  return { user: userEvent.setup(), show, onQueued, onChanged, onVoid };
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

test('a fax whose answer was lost can be undone as soon as it is seen to wait', async () => {
  const { user, show, onQueued } = open(view());
  await user.click(screen.getByRole('button', { name: 'Fax' }));
  await waitFor(() => {
    expect(screen.queryByText('Please be patient. This may take a while.')).not.toBeInTheDocument();
  });
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
  const waiting = { _id: 'f1', state: 'queued', at, undelivered: false, reason: null };
  show(view({ version: 8, fax: waiting as unknown as PrescriptionView['fax'] }));
  expect(
    await screen.findByRole('button', { name: 'Undo Fax of P-20418 to Tidewater Pharmacy' }),
  ).toBeVisible();
  expect(onQueued).not.toHaveBeenCalled();
});

test('that a fax is in progress is said no longer than it is true', async () => {
  const waiting = view({ version: 2, fax: { _id: 'f1', state: 'queued' } as PrescriptionView['fax'] });
  const progress = () => screen.queryByText('Queue prescription fax in progress...');
  const { user, onQueued } = open(view());
  let lose = () => undefined as void;
  const lost = new Promise<Response>((_, fail) => {
    lose = () => fail(new TypeError('no network'));
  });
  answers = [() => lost as unknown as Response];
  await user.click(screen.getByRole('button', { name: 'Fax' }));
  expect(progress()).toBeVisible();
  lose();
  await waitFor(() => expect(progress()).toBeNull());
  answers = [() => Response.json(waiting)];
  await user.click(screen.getByRole('button', { name: 'Fax' }));
  await waitFor(() => expect(onQueued).toHaveBeenCalledTimes(1));
  expect(progress()).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await screen.findByText(/undone\.$/);
  expect(progress()).toBeNull();
});

test('a fax that was undone after its answer was lost is another fax', async () => {
  answers = [];
  const { user, show, onQueued } = open(view());
  await user.click(screen.getByRole('button', { name: 'Fax' }));
  await waitFor(() => {
    expect(screen.queryByText('Please be patient. This may take a while.')).not.toBeInTheDocument();
  });
  // Queued, and undone: by the key, in another window or by a colleague.
  show(view({ version: 3 }));
  answers = [() => Response.json(view())];
  await user.click(screen.getByRole('button', { name: 'Fax' }));
  await waitFor(() => {
    expect(onQueued).toHaveBeenCalledTimes(1);
  });
  expect(faxKeys).toHaveLength(2);
  expect(faxKeys[0]).not.toBe(faxKeys[1]);
});

test('what was not faxed here is not undone here', () => {
  const { show } = open(view());
  const waiting = { _id: 'f1', state: 'queued', at, undelivered: false, reason: null };
  show(view({ fax: waiting as unknown as PrescriptionView['fax'] }));
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});

const delivered = {
  _id: 'c1',
  number: 1,
  way: 'fax',
  state: 'delivered',
  voidWays: ['fax', 'phone'],
} as unknown as PrescriptionView['copies'][number];

test('where only a void leads on it is the one button, and its sentence says why', async () => {
  const why = 'This prescription was printed, and only one copy can be active. Void the paper first.';
  const { user, onVoid } = open(view({ canFax: why, canPrint: why, copies: [delivered] }));
  expect(screen.getByText(why)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Fax|Print/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  expect(onVoid).toHaveBeenCalledWith(delivered);
});

test('a copy in force may be faxed again or voided, and is not printed', () => {
  const fax = {
    state: 'delivered',
    at,
    undelivered: false,
    reason: null,
  } as unknown as PrescriptionView['fax'];
  open(view({ fax, copies: [delivered] }));
  expect(screen.getByRole('button', { name: 'Re-Fax' })).not.toHaveAttribute('aria-disabled');
  expect(screen.getByRole('button', { name: 'Void copy 1 and issue again' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('Fax says why it cannot be pressed and sends nothing', async () => {
  const { user } = open(view({ canFax: 'Sign the prescription first.' }));
  const fax = screen.getByRole('button', { name: 'Fax' });
  expect(fax).toHaveAccessibleDescription('Sign the prescription first.');
  await user.click(fax);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(faxKeys).toEqual([]);
});

test('Ctrl with Enter faxes once, and not while another dialog asks something in front of it', async () => {
  answers = [() => Response.json(view())];
  const { user } = open(view());
  const front = document.createElement('div');
  front.setAttribute('role', 'dialog');
  document.body.append(front);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(faxKeys).toEqual([]);
  front.remove();
  await user.keyboard('{Control>}{Enter>3/}{/Control}');
  await waitFor(() => {
    expect(faxKeys).toHaveLength(1);
  });
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

const NUMBER = '604-555-0177';
const helen = { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' };
const at = '2026-11-20T18:00:00Z';

test('a number that somebody asked about, or that the machine named, is said to be known', () => {
  open(view({ pharmacyNumber: { number: NUMBER, verified: { at, by: helen } } }));
  expect(screen.getByText('Fax number verified by Helen Varga, Nov 20, 2026')).toBeInTheDocument();
  open(view({ pharmacyNumber: { number: NUMBER, verified: { at, by: null } } }));
  expect(
    screen.getByText('Fax number confirmed by the pharmacy’s machine, Nov 20, 2026'),
  ).toBeInTheDocument();
  expect(screen.queryByText('This fax number is not verified.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Confirmed with pharmacy' })).toBeNull();
});

test('a number that nobody verified is a warning, and the pharmacy can be asked; the fax stays free', async () => {
  const unknown = view({ pharmacyNumber: { number: NUMBER, verified: null } });
  const known = { ...unknown, pharmacyNumber: { number: NUMBER, verified: { at, by: helen } } };
  answers = [() => Response.json(known)];
  const { user, onChanged } = open(unknown);
  const words = screen.getByText('This fax number is not verified.');
  expect(words.querySelector('svg')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Fax' })).not.toHaveAttribute('aria-disabled');
  await user.click(screen.getByRole('button', { name: 'Confirmed with pharmacy' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(
    `Call Tidewater Pharmacy and read them ${NUMBER}. Is it their fax number?`,
  );
  // The keys that fax belong to the question meanwhile.
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(faxKeys).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, it is theirs' }));
  await waitFor(() => {
    expect(onChanged).toHaveBeenCalledWith(known);
  });
  expect(verified).toEqual([['PUT', { prescriptionId: 'r1', number: NUMBER }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Cancel asks nothing', async () => {
  const { user } = open(view({ pharmacyNumber: { number: NUMBER, verified: null } }));
  await user.click(screen.getByRole('button', { name: 'Confirmed with pharmacy' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(verified).toEqual([]);
});

test('without a number to dial nothing is said of it', () => {
  open(view());
  expect(screen.queryByText(/This fax number|Fax number/)).toBeNull();
});

test('what arrived, or may have, leaves again on a second word alone', async () => {
  answers = [() => Response.json(view())];
  const arrived = {
    _id: 'f1',
    state: 'delivered' as const,
    toNumber: '16045550177',
    recipientName: 'Tidewater Pharmacy',
    at,
    pages: 2,
    attempts: 1,
    undelivered: false,
    reason: null,
    copy: 1,
  };
  const { user, onQueued } = open(view({ fax: arrived }));
  await user.click(screen.getByRole('button', { name: 'Re-Fax' }));
  const question = await screen.findByRole('dialog', { name: 'Fax P-20418 again?' });
  expect(question).toHaveTextContent(
    /Last faxed Nov 20, 2026, .*Tidewater Pharmacy will get the same sheet again\./,
  );
  await user.click(within(question).getByRole('button', { name: 'Do not fax' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(faxKeys).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Fax it again' }));
  await waitFor(() => {
    expect(onQueued).toHaveBeenCalledTimes(1);
  });
  expect(faxKeys).toHaveLength(1);
});

test('a fax in question says why beside when it was sent', () => {
  open(
    view({
      work: 'fax',
      fax: {
        _id: 'f1',
        state: 'delivered',
        toNumber: '16045550177',
        recipientName: 'Tidewater Pharmacy',
        at,
        pages: 2,
        attempts: 1,
        undelivered: false,
        reason: 'Another machine answered.',
        copy: 1,
      },
    }),
  );
  expect(screen.getByText(/Last faxed Nov 20, 2026, .*\. Another machine answered\./)).toBeInTheDocument();
});

test('a pharmacy that is gone has no number to fax', () => {
  const pharmacyRefused =
    'This pharmacy is no longer in the list, and its fax number may belong to someone else. Choose another one.';
  open(view({ pharmacyRefused, canFax: pharmacyRefused }));
  expect(screen.getByText('no longer in the list')).toBeInTheDocument();
  expect(screen.queryByText(/604-555-0177/)).toBeNull();
});
