/** The review from the keyboard, and two doctors at once: what is sent, shown and never overwritten. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PrescriptionView } from '../../../api/types';
import { pendingPrescriptions } from './calls';
import { ReviewBoard } from './ReviewBoard';
import { medication, onceADay, prescription } from './test-data';

type Sent = { method: string; path: string; body: unknown };
type Answer = { status: number; body: unknown };

/** The server of these tests: answers commands in order and remembers what it was sent. */
let sent: Sent[] = [];
let answers: ((sent: Sent) => Answer)[] = [];
let pending: PrescriptionView[] = [];
let client: QueryClient;

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const one: Sent = {
      method: init?.method ?? 'GET',
      path: url.replace('/api', ''),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    if (one.method === 'GET') return Response.json(one.path.startsWith('/prescription') ? pending : {});
    sent.push(one);
    const answer = answers.shift()?.(one) ?? { status: 500, body: {} };
    return Response.json(answer.body, { status: answer.status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function Screen() {
  const list = useQuery(pendingPrescriptions('person-1'));
  return (
    <ReviewBoard
      prescriptions={list.data ?? []}
      reviewer="doctor"
      drugPicker={() => null}
      pharmacyPicker={() => null}
      onPrescription={() => undefined}
    />
  );
}

async function open(...prescriptions: PrescriptionView[]) {
  pending = prescriptions;
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText(prescriptions[0]?.label ?? '');
  return userEvent.setup();
}

const twoLines = () =>
  prescription('20418', [medication('m1', 'Metformin'), medication('m2', 'Ramipril', { version: 4 })]);

/** The prescription with one line decided, as the server would answer. */
function decided(
  view: PrescriptionView,
  line: string,
  status: 'Approved' | 'Rejected' | null,
): PrescriptionView {
  return {
    ...view,
    version: view.version + 1,
    medications: view.medications.map((one) =>
      one._id === line ? { ...one, status, version: one.version + 1 } : one,
    ),
  };
}

const row = (name: string) => screen.getByRole('listitem', { name });

test('j moves to a line, a approves it, and the focus goes on to the next undecided line', async () => {
  const view = twoLines();
  const user = await open(view);
  answers = [() => ({ status: 200, body: decided(view, 'm1', 'Approved') })];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('a');
  expect(await within(row('Metformin 10 mg')).findByText('Approved')).toBeInTheDocument();
  await waitFor(() => {
    expect(row('Ramipril 10 mg')).toHaveFocus();
  });
  expect(sent).toEqual([
    {
      method: 'PUT',
      path: '/prescription/medication/updateStatus',
      body: { prescription: { _id: '20418' }, medication: { _id: 'm1', version: 1 }, status: 'Approved' },
    },
  ]);
  expect(
    screen.getByText('1 of 2 undecided. Prescription shows once every line is decided.'),
  ).toBeInTheDocument();
});

test('u takes a decision back, and a does nothing on a decided line', async () => {
  const view = decided(twoLines(), 'm1', 'Rejected');
  const user = await open(view);
  answers = [() => ({ status: 200, body: decided(view, 'm1', null) })];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('a');
  expect(sent).toHaveLength(0);
  await user.keyboard('u');
  await waitFor(() => {
    expect(
      within(row('Metformin 10 mg')).getByRole('button', { name: 'Approve Metformin 10 mg' }),
    ).toBeVisible();
  });
  expect(sent[0]?.body).toMatchObject({ status: null });
});

test('v goes through the views, and letters typed into the text do nothing else', async () => {
  const user = await open(twoLines());
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('v');
  expect(screen.getByText(/As Marguerite Tremblay sent it/)).toBeInTheDocument();
  await user.keyboard('v');
  const text = screen.getByRole('textbox', { name: 'Text of P-20418' });
  await user.type(text, ' arj');
  expect(text).toHaveValue('Metformin 10 mg\nRamipril 10 mg arj');
  expect(sent).toHaveLength(0);
});

test('a stale decision shows both versions and keeping theirs sends nothing more', async () => {
  const view = twoLines();
  const user = await open(view);
  const theirs = decided(view, 'm1', 'Rejected');
  answers = [
    () => ({ status: 409, body: { message: 'Changed', code: 'STALE_VERSION', errors: [], current: theirs } }),
  ];
  await user.click(screen.getByRole('button', { name: 'Approve Metformin 10 mg' }));
  const dialog = await screen.findByRole('dialog');
  const decision = within(dialog).getByRole('row', { name: /Decision/ });
  expect(within(decision).getByText('Rejected')).toBeInTheDocument();
  expect(within(decision).getByText('Approved')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Keep theirs' }));
  expect(await within(row('Metformin 10 mg')).findByText('Rejected')).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test('applying mine again sends the command against their version', async () => {
  const view = twoLines();
  const user = await open(view);
  const theirs = { ...decided(view, 'm1', 'Rejected'), version: 9 };
  answers = [
    () => ({ status: 409, body: { message: 'Changed', code: 'STALE_VERSION', errors: [], current: theirs } }),
    () => ({ status: 200, body: decided(theirs, 'm1', 'Approved') }),
  ];
  await user.click(screen.getByRole('button', { name: 'Approve Metformin 10 mg' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Apply mine again' }));
  expect(await within(row('Metformin 10 mg')).findByText('Approved')).toBeInTheDocument();
  expect(sent[1]?.body).toMatchObject({ medication: { _id: 'm1', version: 2 }, status: 'Approved' });
});

test('a decision shows before the server answers, and goes when it is refused', async () => {
  const user = await open(twoLines());
  let refuse = () => {};
  const asked = new Promise<void>((done) => {
    refuse = done;
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'PUT') await asked;
    return answer(url, init);
  });
  answers = [() => ({ status: 409, body: { message: 'It was faxed.', code: 'ALREADY_FAXED', errors: [] } })];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('a');
  expect(within(row('Metformin 10 mg')).getByText('Approved')).toBeVisible();
  refuse();
  await waitFor(() => {
    expect(within(row('Metformin 10 mg')).queryByText('Approved')).toBeNull();
  });
});

test('two lines decided in a row are sent one after the other, each against its own version', async () => {
  const view = twoLines();
  const user = await open(view);
  const first = decided(view, 'm1', 'Approved');
  answers = [
    () => ({ status: 200, body: first }),
    () => ({ status: 200, body: decided(first, 'm2', 'Rejected') }),
  ];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('ar');
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent.map((one) => one.body)).toMatchObject([
    { medication: { _id: 'm1', version: 1 }, status: 'Approved' },
    { medication: { _id: 'm2', version: 4 }, status: 'Rejected' },
  ]);
  expect(await within(row('Ramipril 10 mg')).findByText('Rejected')).toBeInTheDocument();
});

test('without the encounter that the clinic asks for nothing is approved', async () => {
  const user = await open({ ...twoLines(), canApprove: 'Record the encounter first.' });
  expect(screen.getByRole('button', { name: 'Approve Metformin 10 mg' })).toHaveAccessibleDescription(
    'Record the encounter first.',
  );
  await user.keyboard('ja');
  expect(sent).toHaveLength(0);
});

test('an edit is one of what was seen when it began, whatever came in live meanwhile', async () => {
  const view = twoLines();
  const user = await open(view);
  const theirs = prescription('20418', [
    medication('m1', 'Metformin', {
      version: 2,
      usages: [onceADay, { ...onceADay, frequency: 'Twice a day' }],
    }),
    medication('m2', 'Ramipril', { version: 4 }),
  ]);
  await user.keyboard('je');
  const form = await screen.findByRole('form', { name: 'Edit Metformin 10 mg' });
  await user.clear(within(form).getByLabelText('Repeat'));
  await user.type(within(form).getByLabelText('Repeat'), '2');
  // A live event: the line stands otherwise now, and the form still has what was seen.
  pending = [theirs];
  await act(() => client.invalidateQueries());
  const stale = { message: 'Changed', code: 'STALE_VERSION', errors: [], current: theirs };
  answers = [() => ({ status: 409, body: stale }), () => ({ status: 200, body: theirs })];
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(sent[0]?.body).toMatchObject({ medication: { _id: 'm1', version: 1 } });
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('radio', { name: 'Frequency, theirs: Twice a day' })).toBeChecked();
  expect(within(dialog).getByRole('radio', { name: 'Repeat, mine: Repeat 2' })).toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Save the chosen parts' }));
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]?.body).toMatchObject({
    medication: { _id: 'm1', version: 2 },
    usage: { frequency: 'Twice a day', repeat: 2 },
  });
});

test('a line pressed with the pointer becomes the current one once the press is over', async () => {
  const user = await open(twoLines());
  const second = screen.getByRole('listitem', { name: /^Ramipril/ });
  const edit = within(second).getByRole('button', { name: /^Edit/ });
  await user.pointer({ keys: '[MouseLeft>]', target: edit });
  expect(edit).toHaveFocus();
  // Its buttons would grow and push what is under the pointer away.
  expect(second).not.toHaveAttribute('aria-current');
  await user.pointer({ keys: '[/MouseLeft]', target: second });
  await waitFor(() => {
    expect(second).toHaveAttribute('aria-current', 'true');
  });
});
