// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InsightDay, InsightTotals, InsightView } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { until } from '../../testing/until';
import { dayFrom } from './address';
import { InsightPage } from './InsightPage';

const me = { Role: 'ROLE_ADMIN', isAdmin: false };
vi.mock('../../api/session', () => ({ useMe: () => me }));

const DOCTOR = '0197a3f0-5a3e-7c11-8a70-5a1d2f7b9c01';
const PHARMACY = '0197a3f0-5a3e-7c11-8a70-5a1d2f7b9c02';

const dayOf = (day: string, more: Partial<InsightDay> = {}): InsightDay => ({
  day,
  weekend: [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
  requests: 10,
  medications: 20,
  decided: 10,
  late: 0,
  p50: 134,
  p90: 840,
  charged: 600,
  refunded: 0,
  ...more,
});

const totals: InsightTotals = {
  requests: 417,
  medications: 944,
  decided: 417,
  late: 7,
  p50: 134,
  p90: 940,
  approved: 861,
  rejected: 83,
  faxes: 402,
  firstTry: 380,
  failed: 3,
  payments: 387,
  refunds: 20,
  charged: 23_640,
  refunded: 1180,
  net: 22_460,
};

const period = (from: string, length: number) => Array.from({ length }, (_, at) => dayOf(dayFrom(from, at)));

const clinic: InsightView = {
  from: '2026-10-23',
  to: '2026-11-21',
  promiseHours: 24,
  accuracy: 'Times are within 3% of the exact ones. Times under 40 minutes are exact to the minute.',
  missingDays: 0,
  doctors: [{ _id: DOCTOR, name: 'Dr. Maren Holloway' }],
  totals,
  before: { ...totals, requests: 386, p50: 148, late: 12, net: 21_000 },
  days: period('2026-10-23', 30).map((day) =>
    day.day === '2026-11-09' ? { ...day, p90: 1560, late: 3 } : day,
  ),
  reasons: [
    { code: 'BLOOD_TEST', label: 'A blood test is needed first', medications: 27, share: 0.325 },
    { code: 'ALLERGY', label: 'Recorded allergy', medications: null, share: null },
  ],
  approvals: [],
  byDoctor: [
    {
      _id: DOCTOR,
      name: 'Dr. Maren Holloway',
      decided: 417,
      late: 7,
      p50: 134,
      p90: 940,
      approved: 861,
      rejected: 83,
    },
  ],
  pharmacies: [
    {
      _id: PHARMACY,
      name: 'Gorge Road Pharmacy',
      city: 'Victoria',
      faxes: 31,
      firstTry: 22,
      attempts: 45,
      failed: 2,
      minutes: 41,
    },
  ],
  pharmacyCount: 38,
  revenue: [
    {
      payer: 'card',
      fee: 'card',
      rule: 'With BC Services Card',
      payments: 371,
      charged: 21_240,
      refunded: 1040,
      net: 20_200,
    },
  ],
  claims: {
    lastAnswer: '2026-11-21T07:30:00Z',
    states: [
      { state: 'paid', claims: 318, amount: 11_986 },
      { state: 'waiting', claims: 41, amount: 1558 },
      { state: 'rejected', claims: 5, amount: 190 },
      { state: 'unsent', claims: null, amount: null },
    ],
    sent: { claims: 60, amount: 2100 },
    refusals: [{ code: 'BH', words: 'Not insured on the day', claims: 7, amount: 240 }],
  },
  messages: { received: 44, answered: 40, p50: 95, p90: 600 },
};

let asked: string[] = [];
let answer: () => Response = () => Response.json(clinic);

beforeEach(() => {
  asked = [];
  answer = () => Response.json(clinic);
  me.Role = 'ROLE_ADMIN';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00Z') });
  storeSettings(testSettings);
  answerWith((request) => {
    asked.push(pathOf(request));
    return answer();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const open = async (address = '/insight') => {
  const opened = await renderAt(address, <InsightPage />);
  await until(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  return opened;
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('says the six numbers and how they were before', async () => {
  await open();
  const keys = screen.getByRole('list', { name: 'Key numbers' });
  await until(() => expect(keys).toHaveTextContent('Requests417944 medications8% more than before'));
  expect(keys).toHaveTextContent(/Time to decision, p50\s?2 h 14 min\s?p90 15 h 40 min\s?14 min faster/);
  expect(keys).toHaveTextContent('Within the promise98.3%7 of 417 late97.1% before');
  expect(keys).toHaveTextContent('Medications approved91.2%861 of 944As before');
  expect(keys).toHaveTextContent('Faxed at the first try94.5%3 never delivered');
  expect(keys).toHaveTextContent('Revenue, net$22,460.00$1,180.00 refunded7% more than before');
});

test('the number of late requests leads to them where the list has as many', async () => {
  await open();
  expect(screen.getByRole('link', { name: '7 of 417 late' })).toHaveAttribute(
    'href',
    '/prescriptions?list=all&late=yes&from=2026-10-23&to=2026-11-21',
  );
});

test.each([
  ['of one doctor', `/insight?doctor=${DOCTOR}`, {}],
  ['of one payer', '/insight?payer=card', {}],
  ['without every day', '/insight', { missingDays: 2 }],
  ['of nothing', '/insight', { totals: { ...totals, late: 0 } }],
])('a number of late requests %s leads nowhere', async (_, address, more) => {
  answer = () => Response.json({ ...clinic, ...more });
  await open(address);
  expect(screen.getByText(/ of 417 late$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: / late$/ })).toBeNull();
});

test('every drawing says its sentence, and its table has the same numbers', async () => {
  await open();
  expect(
    card('Requests by day').getByRole('img', { name: /^Requests by day: 417 requests, most on / }),
  ).toBeVisible();
  expect(
    card('Time to decision').getByRole('img', {
      name: /within 2 h 14 min, 9 of 10 within 15 h 40 min\. 24 hours are promised\. Slowest Nov 09: 26 h, 3 late\.$/,
    }),
  ).toBeVisible();
  await userEvent.click(card('Time to decision').getByRole('radio', { name: 'Table' }));
  const late = card('Time to decision').getByRole('row', { name: /^Mon, Nov 09/ });
  expect(cellsOf(late)).toEqual(['10', '2 h 14 min', '26 h 00 min', '3']);
  const all = card('Time to decision').getByRole('row', { name: /^All/ });
  expect(cellsOf(all)).toEqual(['417', '2 h 14 min', '15 h 40 min', '7']);
  await userEvent.click(screen.getByRole('button', { name: 'All 30 days as a table: Requests by day' }));
  expect(card('Requests by day').getAllByRole('row')).toHaveLength(32);
});

test('what the server does not tell is not shown', async () => {
  await open();
  const reason = card('Approved and rejected').getByRole('row', { name: /^Recorded allergy/ });
  expect(cellsOf(reason)).toEqual(['not shown', '–']);
  const claims = card('Claims');
  expect(claims.getByRole('row', { name: /^To be sent/ })).toHaveTextContent('not shown');
  expect(claims.getByText('Sent in this period: 60, $2,100.00')).toBeVisible();
  // Their sum would give it away.
  expect(claims.getByRole('row', { name: /^All/ })).toHaveTextContent('not shown');
  expect(screen.getByText(/^Not shown are numbers of 1 to 4 that could name a patient/)).toBeVisible();
});

test.each([
  ['Requests by day', ['Day', 'Requests', 'Medications', 'Charged', 'Refunded']],
  ['Time to decision', ['Day', 'Decided', 'p50', 'p90', 'Late']],
  [
    'Fax delivery by pharmacy',
    ['Pharmacy', 'City', 'Faxes', 'First try', 'Attempts', 'Failed', 'Usual time'],
  ],
  ['Doctors', ['Doctor', 'Decided', 'Late', 'p50', 'p90', 'Approved', 'Rejected']],
])('the table of %s has the columns of its file, in their order', async (name, columns) => {
  await open();
  const of = card(name);
  await userEvent.click(of.getByRole('radio', { name: 'Table' }));
  expect(of.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns);
});

test.each([
  'Time to decision',
  'Fax delivery by pharmacy',
  'Doctors',
  'Messages',
])('the table of %s says how exact its times are, as the page does', async (name) => {
  await open();
  await userEvent.click(card(name).getByRole('radio', { name: 'Table' }));
  expect(card(name).getByRole('table')).toHaveTextContent(clinic.accuracy);
  expect(screen.getByText(/^Not shown are numbers/)).toHaveTextContent(clinic.accuracy);
});

test('a day under 5 gives no week away', async () => {
  answer = () =>
    Response.json({
      ...clinic,
      days: clinic.days.map((day, at) => (at === 29 ? { ...day, requests: null } : day)),
    });
  await open('/insight?payer=private');
  const [newest, older] = card('Requests by day').getAllByRole('row').slice(1);
  expect(newest && cellsOf(newest)[0]).toBe('not shown');
  expect(older && cellsOf(older)[0]).toBe('70');
  expect(asked[0]).toBe('/api/insight?payer=private&compare=true');
});

test('a pharmacy that often fails at first is named with what to do', async () => {
  await open();
  const faxes = card('Fax delivery by pharmacy');
  expect(faxes.getByText('Gorge Road Pharmacy often fails at first. Check its number.')).toBeVisible();
  expect(faxes.getByRole('link', { name: 'Open the fax desk' })).toHaveAttribute('href', '/fax-desk');
});

test('only who may correct a claim has the way to it', async () => {
  await open();
  expect(card('Claims').getByRole('link', { name: 'Correct the rejected claims' })).toHaveAttribute(
    'href',
    '/edit-invoice',
  );
});

test('a doctor has no way to the claims', async () => {
  me.Role = 'ROLE_DOCTOR';
  await open();
  expect(card('Claims').queryByRole('link')).toBeNull();
});

test('what is chosen is in the address and in the question', async () => {
  const { router, history } = await open('/insight?from=2026-11-22&to=2026-11-20&doctor=nobody');
  expect(asked[0]).toBe('/api/insight?compare=true');
  expect(screen.getByRole('radio', { name: '30 days' })).toBeChecked();
  await userEvent.selectOptions(screen.getByLabelText('Doctor'), 'Dr. Maren Holloway');
  await until(() => expect(router.location.href).toContain(`doctor=${DOCTOR}`));
  await userEvent.click(screen.getByRole('radio', { name: '7 days' }));
  await until(() =>
    expect(asked.at(-1)).toBe(`/api/insight?from=2026-11-15&to=2026-11-21&doctor=${DOCTOR}&compare=true`),
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Compare with the 7 days before' }));
  await until(() => expect(asked.at(-1)).toContain('compare=false'));
  act(() => history.back());
  await until(() =>
    expect(screen.getByRole('checkbox', { name: 'Compare with the 7 days before' })).toBeChecked(),
  );
});

test('a clinic in which nothing happened reads sentences, not empty axes', async () => {
  const none = Object.fromEntries(Object.keys(totals).map((key) => [key, 0]));
  const quiet = { requests: 0, medications: 0, decided: 0, p50: null, p90: null, charged: 0 };
  answer = () =>
    Response.json({
      ...clinic,
      totals: { ...none, p50: null, p90: null },
      before: { ...none, p50: null, p90: null },
      days: clinic.days.map((day) => ({ ...day, ...quiet })),
      reasons: [],
      byDoctor: [],
      pharmacies: [],
      pharmacyCount: 0,
      revenue: [],
      claims: {
        ...clinic.claims,
        lastAnswer: null,
        states: clinic.claims.states.map((row) => ({ ...row, claims: 0, amount: 0 })),
        refusals: [],
      },
      messages: { received: 0, answered: 0, p50: null, p90: null },
    });
  await open();
  expect(await screen.findByText('No requests in these 30 days.')).toBeVisible();
  expect(screen.getByText('No payment in these 30 days.')).toBeVisible();
  expect(screen.getByText('No message in these 30 days.')).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByRole('list', { name: 'Key numbers' })).toHaveTextContent('No decision');
});

test('one day is one bar', async () => {
  answer = () => Response.json({ ...clinic, from: '2026-11-21', days: [dayOf('2026-11-21')] });
  await open('/insight?from=2026-11-21&to=2026-11-21');
  expect(card('Requests by day').getByText('The day as a table')).toBeVisible();
  expect(card('Requests by day').getByRole('img').querySelectorAll('rect')).toHaveLength(1);
});

test('a year is drawn by the week', async () => {
  answer = () => Response.json({ ...clinic, from: '2025-11-21', days: period('2025-11-21', 366) });
  await open('/insight?from=2025-11-21&to=2026-11-21');
  const bars = card('Requests by week').getByRole('img').querySelectorAll('rect');
  expect(bars).toHaveLength(53);
});

test('a failure says what to do, and the filters stay', async () => {
  answer = () => Response.json({ message: 'No.', code: 'REFUSED', errors: [] }, { status: 403 });
  await open();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Filters' })).toBeVisible();
});
