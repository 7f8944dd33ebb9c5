// SPDX-License-Identifier: AGPL-3.0-or-later

/** The review from the keyboard, and two doctors at once: what is sent, shown and never overwritten. */
import { answerWith, pathOf } from '../../../testing/server';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { token, whenSignedOut } from '../../../api/client';
import type { MedicationView, PrescriptionView } from '../../../api/generated/schema';
import { keptIsFor, wipeKept } from '../../../ui/forms/keeping';
import { keepUnsaved } from '../../../ui/forms/unsaved';
import { lineOf } from './lines';
import { pendingPrescriptions } from './queries';
import { ReviewBoard } from './ReviewBoard';
import { medication, onceADay, prescription } from './test-data';

vi.mock('../../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));

type Sent = { method: string; path: string; body: unknown };
type Answer = { status: number; body: unknown };

const REASONS = [
  ['BLOOD_TEST', 'Rejected', 'Blood test needed first', 'A blood test is needed.'],
  ['OTHER', 'Rejected', 'Another reason', 'The doctor couldn’t renew this.'],
  ['SHORTER', 'Approved', 'For a shorter time', 'It was approved for a shorter time.'],
].map(([code, decision, label, sentence]) => ({
  code,
  decision,
  label,
  sentence,
  advice: 'Message the clinic.',
  next: 'message',
}));

/** The server of these tests: answers commands in order and remembers what it was sent. */
let sent: Sent[] = [];
let answers: ((sent: Sent) => Answer | Promise<Answer>)[] = [];
let pending: PrescriptionView[] = [];
let client: QueryClient;

beforeEach(() => {
  sent = [];
  answers = [];
  opened.mockClear();
  told.mockClear();
  answerWith(async (request) => {
    const text = await request.text();
    const one: Sent = {
      method: request.method,
      path: pathOf(request).replace('/api', ''),
      body: text === '' ? undefined : JSON.parse(text),
    };
    if (one.method === 'GET' && one.path === '/options') return Response.json({ decisionReasons: REASONS });
    if (one.method === 'GET') return Response.json(one.path.startsWith('/prescription') ? pending : {});
    // What an editor asks while somebody types is no command.
    if (one.path.endsWith('/directions')) return Response.json({}, { status: 500 });
    sent.push(one);
    const answer = (await answers.shift()?.(one)) ?? { status: 500, body: {} };
    return Response.json(answer.body, { status: answer.status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const opened = vi.fn<(prescription: PrescriptionView) => void>();

const told = vi.fn<(line: MedicationView | undefined) => void>();

/** What stands beside the line in hand is drawn with it. */
function Screen() {
  const list = useQuery(pendingPrescriptions('person-1'));
  const [line, setLine] = useState<MedicationView>();
  const tell = useCallback((next: MedicationView | undefined) => {
    told(next);
    // A board that tells without end is to fail, not to hang.
    if (told.mock.calls.length < 200) setLine(next);
  }, []);
  return (
    <>
      <ReviewBoard
        prescriptions={list.data ?? []}
        reviewer="doctor"
        drugPicker={() => null}
        pharmacyPicker={() => null}
        onPrescription={opened}
        onLine={tell}
      />
      <p>{`Beside ${line?._id}`}</p>
    </>
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
  // The keys are listened to from the effects of the first drawing on.
  await act(() => Promise.resolve());
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
    screen.getByText('1 of 2 undecided. Decide every line to open the prescription.'),
  ).toBeInTheDocument();
});

test('a decision on its way is told once to what stands beside the line', async () => {
  const view = twoLines();
  const user = await open(view);
  let arrive: (answer: Answer) => void = () => undefined;
  answers = [() => new Promise((resolve) => (arrive = resolve))];
  await user.keyboard('j');
  await waitFor(() => {
    expect(screen.getByText('Beside m1')).toBeInTheDocument();
  });
  told.mockClear();
  await user.keyboard('a');
  // What the doctor does meanwhile draws the board again and again.
  for (const key of ['v', 'v', 'v', 'j', 'k', 'j', 'k']) await user.keyboard(key);
  const decisions = told.mock.calls.filter(([line]) => line?._id === 'm1').map(([line]) => line);
  expect(new Set(decisions).size).toBe(1);
  expect(decisions[0]?.status).toBe('Approved');
  arrive({ status: 200, body: decided(view, 'm1', 'Approved') });
  expect(await screen.findByText(/1 of 2 undecided/)).toBeInTheDocument();
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
  expect(sent).toEqual([]);
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
  // The line is not in this view: its tab has the focus, and never the page.
  expect(screen.getByRole('radio', { name: 'Requested' })).toHaveFocus();
  await user.keyboard('v');
  expect(document.body).not.toHaveFocus();
  const text = screen.getByRole('textbox', { name: 'Text of P-20418' });
  await user.type(text, ' arj');
  expect(text).toHaveValue('Metformin 10 mg\nRamipril 10 mg arj');
  expect(sent).toHaveLength(0);
});

test('v through all views comes back to the line', async () => {
  const user = await open(twoLines());
  await user.keyboard('jj');
  await waitFor(() => {
    expect(row('Ramipril 10 mg')).toHaveFocus();
  });
  await user.keyboard('vvv');
  await waitFor(() => {
    expect(row('Ramipril 10 mg')).toHaveFocus();
  });
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
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const { method } = input instanceof Request ? input : (init ?? {});
    if (method === 'PUT') await asked;
    return answer(input, init);
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
  // A second press must not approve the next drug.
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  expect(screen.getByRole('status')).toHaveTextContent('It was faxed.');
});

test('what the page knows to be refused is not sent: it is said, and the focus stays', async () => {
  const why = 'This covers 15 months: write the reason.';
  const view = prescription('20418', [
    medication('m1', 'Metformin', { cannotSign: [{ field: 'supplyReason', message: why }] }),
    medication('m2', 'Ramipril'),
  ]);
  const user = await open(view);
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('aa');
  expect(screen.getByRole('status')).toHaveTextContent(why);
  expect(row('Metformin 10 mg')).toHaveFocus();
  expect(sent).toHaveLength(0);
});

test('marks and why it is asked for again stand over the line that is edited', async () => {
  const again = { words: 'I lost them', at: '2026-11-20T18:00:00Z', of: [] };
  const user = await open(prescription('20418', [medication('m1', 'Metformin', { again: again as never })]));
  await user.keyboard('je');
  expect(await screen.findByRole('form', { name: 'Edit Metformin 10 mg' })).toBeVisible();
  expect(screen.getByText(/I lost them/)).toBeVisible();
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
  await user.click(await screen.findByRole('button', { name: 'Reject without a reason' }));
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
  expect(
    within(dialog).getByRole('radio', { name: 'Directions, theirs: One · Twice a day · 3 months' }),
  ).toBeChecked();
  expect(within(dialog).getByRole('radio', { name: 'Repeat, mine: Repeat 2' })).toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Save this line' }));
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]?.body).toMatchObject({
    medication: { _id: 'm1', version: 2 },
    usage: { frequency: 'Twice a day', repeat: 2 },
  });
});

test.each([
  ['r', 'Reject', null],
  ['Reason', 'Approve', 'Approved'],
] as const)('a reason asked for by %s is of the line that was read, whatever came in live meanwhile', async (way, verb, status) => {
  const view = status === null ? twoLines() : decided(twoLines(), 'm1', status);
  const user = await open(view);
  const theirs = prescription('20418', [
    medication('m1', 'Metformin', {
      version: 9,
      status: 'Approved',
      usages: [onceADay, { ...onceADay, frequency: 'Twice a day' }],
    }),
    medication('m2', 'Ramipril', { version: 4 }),
  ]);
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  if (way === 'r') await user.keyboard('r');
  else await user.click(within(row('Metformin 10 mg')).getByRole('button', { name: /Reason/ }));
  const dialog = await screen.findByRole('dialog', { name: `${verb} Metformin 10 mg` });
  // A live event: a colleague prescribes another dose while the reason is thought about.
  pending = [theirs];
  await act(() => client.invalidateQueries());
  const stale = { message: 'Changed', code: 'STALE_VERSION', errors: [], current: theirs };
  answers = [() => ({ status: 409, body: stale })];
  await user.type(within(dialog).getByRole('textbox'), 'As the doctor said');
  await user.click(within(dialog).getByRole('button', { name: new RegExp(`^${verb}$`) }));
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]?.body).toMatchObject({ medication: { _id: 'm1', version: lineOf(view, 'm1')?.version } });
  const conflict = (await screen.findByRole('button', { name: 'Keep theirs' })).closest('section');
  expect(conflict).toHaveTextContent('Twice a day');
});

test('two rejections that differ in their reasons alone are told apart', async () => {
  const view = twoLines();
  const user = await open(view);
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('r');
  const dialog = await screen.findByRole('dialog', { name: 'Reject Metformin 10 mg' });
  const theirs = decided(view, 'm1', 'Rejected');
  const current = {
    ...theirs,
    medications: theirs.medications.map((one) =>
      one._id === 'm1'
        ? {
            ...one,
            reason: { advice: null, code: null, label: null, next: null, sentence: null, text: 'Theirs' },
          }
        : one,
    ),
  };
  answers = [
    () => ({ status: 409, body: { message: 'Changed', code: 'STALE_VERSION', errors: [], current } }),
  ];
  await user.type(within(dialog).getByRole('textbox'), 'Mine');
  await user.click(within(dialog).getByRole('button', { name: /^Reject$/ }));
  const reasons = await screen.findByRole('row', { name: /Reason/ });
  expect(within(reasons).getByText('Theirs')).toBeInTheDocument();
  expect(within(reasons).getByText('Mine')).toBeInTheDocument();
});

test('a total typed while a colleague changes the drug is not saved on the other drug', async () => {
  const view = twoLines();
  const user = await open(view);
  const strong = [
    { ingredient_name: 'Metformin', strength: '20', strength_unit: 'MG', dosage_value: '', dosage_unit: '' },
  ];
  const theirs = prescription('20418', [
    medication('m1', 'Metformin', { version: 2, drugId: 'drug-20', ingredients: strong }),
  ]);
  await user.keyboard('je');
  const form = await screen.findByRole('form', { name: 'Edit Metformin 10 mg' });
  await user.type(within(form).getByLabelText(/Quantity to dispense/), '45');
  const stale = { message: 'Changed', code: 'STALE_VERSION', errors: [], current: theirs };
  answers = [() => ({ status: 409, body: stale }), () => ({ status: 200, body: theirs })];
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/20\smg \(Metformin 10\smg before\) was saved/)).toBeInTheDocument();
  expect(within(dialog).getByRole('radio', { name: 'Drug, theirs: Metformin 20 mg' })).toBeChecked();
  expect(within(dialog).getByRole('radio', { name: 'To dispense, mine: 45' })).toBeDisabled();
  expect(
    within(dialog).getByText(/45 was typed for Metformin 10\smg; the total will be calculated again/),
  ).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Save this line' }));
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]?.body).toMatchObject({ medication: { _id: 'm1', version: 2 }, toDispense: '' });
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
test('r asks why: a figure picks the reason that the patient is told, Enter rejects with it', async () => {
  const view = twoLines();
  const user = await open(view);
  answers = [() => ({ status: 200, body: decided(view, 'm1', 'Rejected') })];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('r');
  const dialog = await screen.findByRole('dialog', { name: 'Reject Metformin 10 mg' });
  await within(dialog).findByRole('radio', { name: /Blood test needed first/ });
  // Reasons of an approval are not offered here.
  expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: /^Reject$/ }));
  expect(sent).toHaveLength(0);
  await user.click(within(dialog).getByRole('radio', { name: /Another reason/ }));
  await user.keyboard('1');
  expect(within(dialog).getByText('A blood test is needed.')).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]?.body).toMatchObject({ status: 'Rejected', reasonCode: 'BLOOD_TEST', reasonText: null });
});

test('u takes the last decision back though the focus went on to another prescription', async () => {
  const first = prescription('20418', [medication('m1', 'Metformin')]);
  const second = prescription('20419', [medication('m2', 'Ramipril')]);
  const user = await open(first, second);
  const done = decided(first, 'm1', 'Approved');
  answers = [() => ({ status: 200, body: done }), () => ({ status: 200, body: decided(done, 'm1', null) })];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('a');
  await waitFor(() => {
    expect(row('Ramipril 10 mg')).toHaveFocus();
  });
  await user.keyboard('u');
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]?.body).toMatchObject({ prescription: { _id: '20418' }, status: null });
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
});

test('p opens the prescription just completed, pressed before the server has answered', async () => {
  const first = prescription('20418', [medication('m1', 'Metformin')]);
  const user = await open(first, prescription('20419', [medication('m2', 'Ramipril')]));
  answers = [() => ({ status: 200, body: { ...decided(first, 'm1', 'Approved'), canPrescribe: true } })];
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  await user.keyboard('ap');
  await waitFor(() => {
    expect(opened).toHaveBeenCalledOnce();
  });
  expect(opened.mock.calls[0]?.[0]._id).toBe('20418');
});

test('a key that does nothing says why, until one does something', async () => {
  const user = await open(twoLines());
  const said = () => screen.getByRole('status');
  await user.keyboard('a');
  expect(said()).toHaveTextContent('No line is in focus. Press j to go to the first one.');
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  expect(said()).toHaveTextContent(/^$/);
  await user.keyboard('k');
  expect(said()).toHaveTextContent('This is the first line.');
  await user.keyboard('p');
  await waitFor(() => {
    expect(said()).toHaveTextContent('P-20418: 2 of 2 undecided.');
  });
  await user.keyboard('u');
  expect(said()).toHaveTextContent('There is no decision to undo');
  await user.keyboard('h');
  expect(said()).toHaveTextContent('was not changed since it was asked for');
  expect(sent).toHaveLength(0);
});

test('the focus stays with a row whose card moves down the list', async () => {
  const first = prescription('20418', [medication('m1', 'Metformin')]);
  const second = prescription('20419', [medication('m2', 'Ramipril')]);
  const user = await open(first, second);
  await user.keyboard('j');
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
  pending = [second, { ...first, version: 2, work: null }];
  await act(() => client.invalidateQueries());
  await waitFor(() => {
    expect(row('Metformin 10 mg')).toHaveFocus();
  });
});
test('a drug of a crossed-out class is approved with a reason only', async () => {
  const why = 'AMOXICILLIN is crossed out.';
  const view = prescription('20418', [medication('m1', 'Amoxicillin', { needsReason: why })]);
  const user = await open(view);
  await user.keyboard('ja');
  const dialog = await screen.findByRole('dialog', { name: 'Prescribe Amoxicillin 10 mg' });
  expect(within(dialog).getByText(why)).toBeInTheDocument();
  expect(sent).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Approve with this reason' }));
  expect(within(dialog).getByText('Please choose a reason.')).toBeInTheDocument();
  // What the server says of the reason stands in the dialog, and nothing typed is lost.
  const fault = { field: 'exception.text', message: 'Please write the reason.' };
  answers = [
    () => ({ status: 422, body: { message: 'Please correct', code: 'X', errors: [fault] } }),
    () => ({ status: 200, body: decided(view, 'm1', 'Approved') }),
  ];
  await user.click(within(dialog).getByRole('radio', { name: 'Another reason' }));
  await user.click(within(dialog).getByRole('button', { name: 'Approve with this reason' }));
  expect(await within(dialog).findByText('Please write the reason.')).toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox'), 'Seen on the ward');
  await user.click(within(dialog).getByRole('button', { name: 'Approve with this reason' }));
  expect(await within(row('Amoxicillin 10 mg')).findByText('Approved')).toBeInTheDocument();
  expect(sent[1]?.body).toMatchObject({
    status: 'Approved',
    exception: { code: 'OTHER', text: 'Seen on the ward' },
  });
});

test('a drug that is never prescribed cannot be approved, and the line says why', async () => {
  const why = 'OXYNEO is a narcotic, controlled or targeted substance.';
  const user = await open(prescription('20418', [medication('m1', 'Oxyneo', { neverPrescribed: why })]));
  expect(screen.getByRole('button', { name: 'Approve Oxyneo 10 mg' })).toHaveAccessibleDescription(why);
  await user.keyboard('ja');
  expect(sent).toHaveLength(0);
});

test('what is left of the promised time is said beside the status, and nothing once nothing is promised', async () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const hour = 3_600_000;
  const waiting = { ...twoLines(), promisedBy: at(2.51 * hour), createdAt: at(-21 * hour) };
  await open(waiting, { ...prescription('20419', [medication('m3', 'Ramipril')]), promisedBy: null });
  expect(screen.getByRole('article', { name: 'Prescription P-20418' })).toHaveTextContent('2 h 30 min left');
  expect(screen.getByRole('article', { name: 'Prescription P-20419' })).not.toHaveTextContent('left');
});

/** Rejects the first line with a reason and own words; the dialog does not wait for the answer. */
async function rejectWithWords(user: Awaited<ReturnType<typeof open>>) {
  await user.keyboard('jr');
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('radio', { name: /Blood test/ }));
  await user.type(within(dialog).getByLabelText('Own words'), 'Potassium first');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('the reason of a decision that met the end of the session is in its dialog again', async () => {
  keptIsFor('me');
  token.set('ended');
  whenSignedOut(() => keepUnsaved('me'));
  answers = [() => ({ status: 401, body: {} })];
  await rejectWithWords(await open(twoLines()));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(within(row('Metformin 10 mg')).queryByText('Rejected')).toBeNull());
  cleanup();
  keptIsFor('me');
  const user = await open(twoLines());
  await user.keyboard('jr');
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByLabelText('Own words')).toHaveValue('Potassium first');
  expect(await within(dialog).findByRole('radio', { name: /Blood test/ })).toBeChecked();
  token.set(null);
  wipeKept();
});

test('the reason of a decision that was answered is kept for nobody', async () => {
  answers = [() => ({ status: 200, body: decided(twoLines(), 'm1', 'Rejected') })];
  await rejectWithWords(await open(twoLines()));
  await within(row('Metformin 10 mg')).findByText('Rejected');
  await waitFor(() => expect(screen.getByText('Beside m2')).toBeInTheDocument());
  keepUnsaved('me');
  cleanup();
  keptIsFor('me');
  const user = await open(twoLines());
  await user.keyboard('jr');
  expect(await screen.findByLabelText('Own words')).toHaveValue('');
});

test.each([
  400,
  409,
  422,
  500,
  null,
])('the reason of a decision refused with %s is in its dialog again', async (status) => {
  keptIsFor('me');
  answers = [
    () => {
      if (status === null) throw new TypeError('away');
      return { status, body: { message: 'It is closed.', code: 'X', errors: [] } };
    },
  ];
  const user = await open(twoLines());
  await rejectWithWords(user);
  await waitFor(() => expect(within(row('Metformin 10 mg')).queryByText('Rejected')).toBeNull());
  await waitFor(() => expect(screen.getByText('Beside m1')).toBeInTheDocument());
  await user.keyboard('r');
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByLabelText('Own words')).toHaveValue('Potassium first');
  expect(within(dialog).getByText(/What you typed is here again/)).toBeInTheDocument();
  if (status !== null) expect(within(dialog).getByText('It is closed.')).toBeInTheDocument();
  wipeKept();
});

test('what settles a conflict stays with its words until it is saved', async () => {
  const view = prescription('20418', [medication('m1', 'Metformin')]);
  const theirs = { ...view, version: 9, text: 'Theirs' };
  const user = await open(view);
  answers = [
    () => ({ status: 409, body: { message: 'Changed', code: 'STALE_VERSION', errors: [], current: theirs } }),
    () => ({ status: 500, body: { message: 'Not now.', code: 'X', errors: [] } }),
    () => ({ status: 200, body: { ...theirs, version: 10, text: 'Mine and theirs' } }),
  ];
  await user.click(await screen.findByRole('radio', { name: 'Text' }));
  const own = screen.getByLabelText(/^Text of/);
  await user.clear(own);
  await user.type(own, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Text to keep'), ' and theirs');
  await user.click(within(dialog).getByRole('button', { name: 'Save this text' }));
  expect(await within(dialog).findByText('Not now.')).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Text to keep')).toHaveValue('Mine and theirs');
  await user.click(within(dialog).getByRole('button', { name: 'Save this text' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[2]?.body).toMatchObject({ data: { version: 9, text: 'Mine and theirs' } });
});

test('the reason for a crossed-out drug stays with what was not done', async () => {
  const view = prescription('20418', [medication('m1', 'Amoxicillin', { needsReason: 'Crossed out.' })]);
  const user = await open(view);
  await user.keyboard('ja');
  const dialog = await screen.findByRole('dialog');
  answers = [() => ({ status: 500, body: { message: 'Not now.', code: 'X', errors: [] } })];
  await user.click(within(dialog).getByRole('radio', { name: 'Another reason' }));
  await user.type(within(dialog).getByRole('textbox'), 'Seen on the ward');
  await user.click(within(dialog).getByRole('button', { name: 'Approve with this reason' }));
  expect(await within(dialog).findByText('Not now.')).toBeInTheDocument();
  expect(within(dialog).getByRole('textbox')).toHaveValue('Seen on the ward');
});
