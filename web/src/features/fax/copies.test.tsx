// SPDX-License-Identifier: AGPL-3.0-or-later

/** The copies under a prescription: what is said, what a doctor may do, and what is sent once. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { CopyView, FaxView, PrescriptionView } from '../../api/generated/schema';
import { answerWith, pathOf } from '../../testing/server';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { Copies } from './Copies';
import { copyBadge, faxNotice, momentOf, reasonsFor, voidSentence } from './copies';

// Drawing a PDF wants a real browser; what is drawn is the browser stories' to look at.
vi.mock('../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));
vi.mock('./PdfPages', () => ({ PdfPages: () => null }));

const doctor = { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' };

function copy(change: Partial<CopyView> = {}): CopyView {
  return {
    _id: 'c1',
    number: 1,
    way: 'fax',
    state: 'delivered',
    pharmacyName: 'Tidewater Pharmacy',
    pharmacyCity: 'Burnaby',
    pharmacyFax: '604-555-0177',
    issuedAt: '2026-11-21T17:52:00Z',
    issuedBy: doctor,
    deliveredAt: '2026-11-21T17:55:00Z',
    handed: null,
    void: null,
    voidWays: ['fax', 'phone'],
    ...change,
  };
}

const voided: NonNullable<CopyView['void']> = {
  reason: 'cannot_fill',
  text: 'The pharmacy cannot fill it',
  forPatient: 'Your pharmacy couldn’t fill it.',
  words: 'Out of stock',
  how: 'fax',
  by: doctor,
  askedAt: '2026-11-21T18:04:00Z',
  at: null,
  toldName: null,
  toldAt: null,
  toldBy: null,
  faxId: 'f2',
  faxTrouble: false,
  faxState: 'sent',
  faxReason: null,
  faxAt: null,
};

function prescription(copies: CopyView[], change: Partial<PrescriptionView> = {}): PrescriptionView {
  const pharmacy = {
    _id: 'ph1',
    name: 'Tidewater Pharmacy',
    address: '',
    city: 'Burnaby',
    fax: '604-555-0177',
  };
  return {
    _id: 'r1',
    label: 'P-20418',
    version: 4,
    person: { _id: 'p1', FirstName: 'Marguerite', LastName: 'Tremblay' },
    medications: [],
    pharmacy,
    drPharmacy: null,
    askedPharmacy: null,
    promisedBy: null,
    signature: null,
    pharmacyNumber: null,
    pharmacyRefused: null,
    work: null,
    fax: null,
    copies,
    ...change,
  } as unknown as PrescriptionView;
}

let sent: { body: Record<string, unknown>; key: string | null }[] = [];
let answers: (() => Response)[] = [];

beforeEach(async () => {
  sent = [];
  answers = [];
  await loadDialogs();
  answerWith(async (request) => {
    if (request.method !== 'PUT' || !pathOf(request).startsWith('/api/prescription/'))
      return new Response('{}', { status: 404 });
    sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
    const answer = answers.shift();
    if (!answer) throw new TypeError('no network');
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function open(
  copies: CopyView[],
  isDoctor = true,
  change: Partial<PrescriptionView> = {},
  isDesk = isDoctor,
) {
  const onChanged = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = (of: PrescriptionView) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <article data-item={of._id}>
          <p tabIndex={-1} data-line="m1">
            The first line
          </p>
          <Copies
            prescription={of}
            isDoctor={isDoctor}
            isDesk={isDesk}
            pharmacySearch={() => null}
            onChanged={onChanged}
          />
        </article>
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(shown(prescription(copies, change)));
  return {
    user: userEvent.setup(),
    onChanged,
    becomes: (newest: PrescriptionView) => {
      rerender(shown(newest));
    },
  };
}

test('a void asks for reason, words and way, and is one command until it is answered', async () => {
  const { user, onChanged } = open([copy()]);
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  const red = within(dialog).getByRole('button', { name: 'Void copy 1 and send the cancellation' });
  expect(red).toHaveAccessibleDescription('Missing: a reason, your words for the record.');
  await user.click(red);
  expect(sent).toHaveLength(0);
  await user.click(within(dialog).getByRole('radio', { name: 'The pharmacy cannot fill it' }));
  expect(within(dialog).getByText(/The patient reads “Your pharmacy couldn’t fill it.”/)).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('Your words for the record'), 'Out of stock');
  await user.click(red);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  answers = [() => Response.json(prescription([copy({ state: 'voiding', void: voided, voidWays: [] })]))];
  await waitFor(() => {
    expect(red).not.toHaveAttribute('data-loading');
  });
  await user.click(red);
  await waitFor(() => {
    expect(onChanged).toHaveBeenCalledTimes(1);
  });
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(sent[1]?.body).toEqual({
    prescriptionId: 'r1',
    copyId: 'c1',
    reason: 'cannot_fill',
    words: 'Out of stock',
    how: 'fax',
  });
  // The button that opened the dialog is gone; the keys act on the prescription.
  await waitFor(() => {
    expect(screen.getByText('The first line')).toHaveFocus();
  });
});

test('the footer of a void says what leaves now, and asks for another pharmacy where there is to be one', async () => {
  const { user } = open([copy()]);
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(
    'The cancellation will go to Tidewater Pharmacy at once. The new copy will be sent only after you sign.',
  );
  await user.click(within(dialog).getByRole('radio', { name: 'I called them' }));
  expect(dialog).toHaveTextContent('Nothing will be sent to Tidewater Pharmacy before you sign.');
  for (const reason of [
    'The pharmacy cannot fill it',
    'The patient wants another pharmacy',
    'It reached someone else',
  ]) {
    await user.click(within(dialog).getByRole('radio', { name: reason }));
    expect(dialog).toHaveTextContent('Which pharmacy gets the new copy?');
    expect(dialog).toHaveTextContent('Nothing will be sent to the new pharmacy before you sign.');
  }
  await user.click(within(dialog).getByRole('radio', { name: 'It contains a mistake' }));
  expect(dialog).not.toHaveTextContent('Which pharmacy gets the new copy?');
});

test('a void by telephone wants a name that somebody can see', async () => {
  const { user } = open([copy()]);
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'It reached someone else' }));
  await user.click(within(dialog).getByRole('radio', { name: 'I called them' }));
  await user.type(within(dialog).getByLabelText('Your words for the record'), 'A private line answered');
  await user.type(within(dialog).getByLabelText('Who answered'), '\u200B\u2060');
  const red = within(dialog).getByRole('button', { name: 'Void copy 1' });
  expect(red).toHaveAccessibleDescription('Missing: whom you spoke to.');
  await user.type(within(dialog).getByLabelText('Who answered'), 'Priya');
  expect(red).not.toHaveAttribute('aria-disabled');
});

test('a copy in doubt is not called delivered in its void either', async () => {
  const doubt = { work: 'fax' as const, fax: fax({ state: 'delivered', undelivered: false }) };
  const { user } = open([copy()], true, doubt);
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Delivered, to be checked')).toBeInTheDocument();
  expect(within(dialog).queryByText('Delivered')).toBeNull();
});

test('what was not delivered is voided at once, without a question about the pharmacy', async () => {
  const { user } = open([copy({ state: 'failed', deliveredAt: null, voidWays: ['at_once'] })]);
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText('How will you tell the previous pharmacy?')).not.toBeInTheDocument();
  const red = within(dialog).getByRole('button', { name: 'Void copy 1' });
  expect(red).not.toHaveAttribute('aria-disabled');
});

test('what the patient named stands first', async () => {
  const failed = copy({ state: 'failed', deliveredAt: null, voidWays: ['at_once'] });
  const askedPharmacy = {
    _id: 'ph2',
    name: 'Harbour Drugs',
    address: '4 Pier Lane',
    city: 'Burnaby',
    fax: '604-555-0178',
    fax_number: '604-555-0178',
    phone1: '604-555-0179',
  };
  const { user } = open([failed], true, { askedPharmacy });
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('The patient named this pharmacy.')).toBeInTheDocument();
  answers = [() => Response.json(prescription([failed]))];
  await user.click(within(dialog).getByRole('button', { name: 'Void copy 1' }));
  await waitFor(() => {
    expect(sent[0]?.body['pharmacy']).toEqual({ _id: 'ph2' });
  });
});

test('one that left the list is not offered for the new copy', async () => {
  const failed = copy({ state: 'failed', deliveredAt: null, voidWays: ['at_once'] });
  const pharmacyRefused = 'This pharmacy is no longer in the list.';
  const { user } = open([failed], true, { pharmacyRefused });
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(pharmacyRefused)).toBeInTheDocument();
  expect(within(dialog).getByText('Which pharmacy gets the new copy?')).toBeInTheDocument();
});

test('others read the copies and do nothing', () => {
  open([copy()], false);
  expect(screen.queryByRole('button', { name: /Void copy/ })).not.toBeInTheDocument();
  expect(screen.getByText('Delivered')).toBeInTheDocument();
});

test('a void copy is struck through, says so, and leaves the next to be signed', () => {
  open([copy({ state: 'voided', void: { ...voided, at: '2026-11-21T18:06:00Z' }, voidWays: [] })]);
  expect(screen.getByText('To be signed')).toBeInTheDocument();
  expect(screen.getByText('Void')).toBeInTheDocument();
  expect(screen.getByText(/machine confirmed the cancellation/)).toBeInTheDocument();
});

test('words and looks', () => {
  expect(voidSentence(copy({ state: 'voiding', void: voided }))?.kind).toBe('warning');
  const failed = {
    ...voided,
    faxTrouble: true,
    faxState: 'failed' as const,
    faxReason: 'The fax line was busy.',
  };
  expect(voidSentence(copy({ state: 'voiding', void: failed }))).toMatchObject({
    kind: 'error',
    text: expect.stringContaining('The fax line was busy.') as unknown,
  });
  expect(voidSentence(copy())).toBeNull();
  const gone = copy({ state: 'voided', void: { ...voided, at: '2026-11-21T18:06:00Z' } });
  expect(voidSentence(gone)?.text).toContain('Copy 2 is waiting for your signature.');
  expect(voidSentence(gone, true)?.text).toContain('Copy 2 is signed and not sent yet.');
  expect(copyBadge(copy({ way: 'paper', state: 'live' })).text).toBe('Printed, not handed over');
  expect(reasonsFor(copy()).map((one) => one.value)).not.toContain('paper_kept');
  expect(reasonsFor(copy({ way: 'paper' })).map((one) => one.value)).toContain('paper_kept');
  // What did not arrive reached nobody.
  expect(reasonsFor(copy()).map((one) => one.value)).toContain('wrong_recipient');
  expect(reasonsFor(copy({ state: 'failed' })).map((one) => one.value)).not.toContain('wrong_recipient');
  expect(momentOf('')).toBeNull();
  expect(momentOf('2026-11-21T10:04')).toMatch(/^2026-11-2/);
});

function fax(change: Partial<FaxView> = {}): FaxView {
  return {
    _id: 'f1',
    state: 'failed',
    toNumber: '16045550177',
    recipientName: 'Tidewater Pharmacy',
    at: '2026-11-21T17:55:00Z',
    pages: 2,
    attempts: 3,
    undelivered: true,
    reason: 'The fax line was busy.',
    copy: 1,
    ...change,
  };
}

test.each([
  ['failed', 'The fax to Tidewater Pharmacy did not arrive.', 'The fax line was busy.'],
  ['unknown', 'We don’t know whether the fax to Tidewater Pharmacy arrived.', 'No answer came.'],
  [
    'delivered',
    'The fax to Tidewater Pharmacy may have reached someone else.',
    'The machine calls itself 604-555-0143.',
  ],
] as const)('a fax that is work says why and what to do: %s', (state, title, reason) => {
  const copies = [
    copy({
      state: state === 'unknown' ? 'live' : state,
      voidWays: state === 'failed' ? ['at_once'] : ['fax'],
    }),
  ];
  open(copies, true, { work: 'fax', fax: fax({ state, reason }) });
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(
    screen.getByText(new RegExp(`^${reason} .*send it again, or have the copy voided`)),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Send again or confirm/ })).toHaveAttribute(
    'href',
    '/fax-desk?fax=f1',
  );
  expect(screen.getByRole('button', { name: 'Void copy 1 and issue again' })).toBeInTheDocument();
  // A copy that may be with somebody else is not called delivered.
  expect(screen.queryByText('Delivered')).toBeNull();
});

test('a fax that nobody has to look at says nothing; who only reads is led nowhere', () => {
  expect(faxNotice(prescription([copy()], { work: null, fax: fax({ state: 'delivered' }) }))).toBeNull();
  expect(faxNotice(prescription([copy({ void: voided })], { work: 'fax', fax: fax() }))).toBeNull();
  open([copy({ state: 'failed' })], false, { work: 'fax', fax: fax() });
  expect(screen.getByText('The fax to Tidewater Pharmacy did not arrive.')).toBeInTheDocument();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a cancellation that did not arrive leads to its own fax', () => {
  const copies = [
    copy({ state: 'voiding', void: { ...voided, faxTrouble: true, faxState: 'failed' }, voidWays: [] }),
  ];
  open(copies, false, { work: 'fax', fax: fax({ state: 'delivered' }) }, true);
  expect(screen.getByRole('link', { name: /^Send again or confirm/ })).toHaveAttribute(
    'href',
    '/fax-desk?fax=f2',
  );
});

const unverified = { number: '604-555-0177', verified: null };
const toBeSigned = [copy({ state: 'voided', void: { ...voided, at: '2026-11-21T18:06:00Z' }, voidWays: [] })];

test('the number that the next copy goes to is asked about, by the office too', async () => {
  const after = prescription(toBeSigned, {
    work: 'send',
    pharmacyNumber: { number: '604-555-0177', verified: { at: '2026-11-21T18:10:00Z', by: doctor } },
  });
  answers = [() => Response.json(after)];
  const { user, onChanged, becomes } = open(
    toBeSigned,
    false,
    { work: 'send', pharmacyNumber: unverified },
    true,
  );
  onChanged.mockImplementation(becomes);
  await user.click(screen.getByRole('button', { name: 'Confirmed with pharmacy' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, it is theirs' }));
  const words = await screen.findByText('Fax number verified by Helen Varga, Nov 21, 2026');
  expect(sent[0]?.body).toEqual({ prescriptionId: 'r1', number: '604-555-0177' });
  expect(screen.queryByRole('dialog')).toBeNull();
  // The button is gone: the focus is on what took its place.
  await waitFor(() => {
    expect(words).toHaveFocus();
  });
});

test('another pharmacy that was chosen meanwhile is shown, and its number is not verified unasked', async () => {
  const theirs = prescription(toBeSigned, {
    version: 5,
    work: 'send',
    drPharmacy: {
      ...prescription([]).pharmacy,
      _id: 'ph2',
      name: 'Harbour Drugs',
      fax: '604-555-0131',
    },
    pharmacyNumber: { number: '604-555-0131', verified: null },
  });
  const stale = { code: 'STALE_VERSION', message: 'Somebody else changed this.', current: theirs };
  answers = [() => Response.json(stale, { status: 409 })];
  const { user, onChanged, becomes } = open(toBeSigned, true, { work: 'send', pharmacyNumber: unverified });
  onChanged.mockImplementation(becomes);
  await user.click(screen.getByRole('button', { name: 'Confirmed with pharmacy' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, it is theirs' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('alert')).toBeInTheDocument();
  expect(onChanged).toHaveBeenCalledWith(theirs);
  expect(screen.getByText('Harbour Drugs')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('Call Tidewater Pharmacy and read them 604-555-0177.');
  const yes = within(dialog).getByRole('button', { name: 'Yes, it is theirs' });
  expect(yes).toHaveAccessibleDescription('Another pharmacy was chosen in the meantime.');
  await user.click(yes);
  expect(sent).toHaveLength(1);
});

test.each([
  ['goes when the copy is seen to be void as it was sent', 'me', '', true],
  ['stays when somebody else voided it', 'a colleague', '', false],
  ['stays when more was typed since', 'me', ' until Monday', false],
])('a void without an answer %s', async (_, who, typed, goes) => {
  const { user, becomes, onChanged } = open([copy()]);
  await user.click(screen.getByRole('button', { name: 'Void copy 1 and issue again' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'The pharmacy cannot fill it' }));
  await user.type(within(dialog).getByLabelText('Your words for the record'), 'Out of stock');
  await user.click(within(dialog).getByRole('button', { name: /^Void copy 1/ }));
  expect(await within(dialog).findByText(/^No answer came/)).toBeVisible();
  if (typed !== '') await user.type(within(dialog).getByLabelText('Your words for the record'), typed);
  const gone = { ...voided, by: { ...voided.by, _id: who } };
  const newest = prescription([copy({ state: 'voided', void: gone, voidWays: [] })], { version: 5 });
  becomes(newest);
  if (goes) {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onChanged).toHaveBeenCalledExactlyOnceWith(newest);
  } else {
    expect(await within(dialog).findByText(/This copy was voided in the meantime/)).toBeVisible();
    expect(onChanged).not.toHaveBeenCalled();
  }
});
