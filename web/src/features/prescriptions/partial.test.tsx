// SPDX-License-Identifier: AGPL-3.0-or-later

/** Wherever somebody reads of a request that was approved in part, it is the same outcome in that reader's words. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { PrescriptionView, StatusView } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith } from '../../testing/server';
import { MedicationsCard, PersonCard, StatusCard } from './DetailCards';
import { historyColumns } from './historyColumns';
import { LiveRequest } from './LiveRequest';
import { OutcomeNotice } from './OutcomeNotice';
import { medication, prescription } from './review/test-data';

const status = (code: StatusView['code'], text: string): StatusView => ({
  code,
  text,
  at: '2026-11-21T18:00:00Z',
  by: null,
  detail: null,
});
const line = (id: string, decision: 'Approved' | 'Rejected') =>
  medication(id, `Drug${id}`, { status: decision });
const back = (amount: number) =>
  ({ method: 'card', state: 'charged', refundAmount: amount }) as PrescriptionView['payment'];

const inPart = prescription('1', [line('a', 'Approved'), line('b', 'Rejected'), line('c', 'Rejected')], {
  // The refund came after the fax.
  status: 'REFUNDED',
  statuses: [status('REFUNDED', 'Refunded'), status('FAXED', 'Faxed to pharmacy')],
  refundState: 'done',
  payment: back(20),
});
const none = prescription('1', [line('a', 'Rejected')], {
  status: 'REJECTED',
  statuses: [status('REJECTED', 'Rejected')],
  refundable: 50,
});

const history = (isPatient: boolean, request: PrescriptionView) =>
  historyColumns(isPatient, () => undefined)
    .find((column) => column.key === 'status')
    ?.render(request);
const detail = (forPatient: boolean, request: PrescriptionView) => (
  <>
    <OutcomeNotice prescription={request} forPatient={forPatient} />
    <MedicationsCard prescription={request} forPatient={forPatient} />
    <StatusCard prescription={request} forPatient={forPatient} />
  </>
);

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const PART = ['1 of 3 faxed', '2 not approved', '$20.00 refunded'];
const NONE = ['Not approved', '$50.00 to be refunded'];

test.each([
  ['the dashboard', <LiveRequest key="1" prescription={inPart} />, PART],
  ['the history', history(true, inPart), PART],
  ['the page', detail(true, inPart), PART],
  ['the dashboard of none', <LiveRequest key="1" prescription={none} />, NONE],
  ['the history of none', history(true, none), NONE],
  ['the page of none', detail(true, none), NONE],
])('a patient reads it on %s, and never another word or of a refund that does not exist', async (_, ui, facts) => {
  answerWith(() => Response.json([]));
  await renderAt('/', <>{ui}</>);
  for (const fact of facts) expect(screen.getByRole('main')).toHaveTextContent(fact);
  expect(screen.getByRole('main')).not.toHaveTextContent(
    /rejected|refund is on its way|Your prescription was faxed/i,
  );
});

test.each([
  ['the history', history(false, none)],
  ['the page', detail(false, none)],
])('the staff read their word on %s, and not the other beside it', async (_, ui) => {
  await renderAt('/', <>{ui}</>);
  expect(screen.getByRole('main')).toHaveTextContent('Rejected');
  expect(screen.getByRole('main')).not.toHaveTextContent(/not approved/i);
});

test('the staff read the outcome on the history too, and never that all of it was refunded', async () => {
  await renderAt('/', <>{history(false, inPart)}</>);
  expect(screen.getByRole('main')).toHaveTextContent('1 of 3 faxed, 2 rejected, $20.00 refunded');
  expect(screen.queryByText('Refunded')).not.toBeInTheDocument();
});

test.each([true, false])('a step says that a part was refunded (to the patient: %s)', async (forPatient) => {
  await renderAt('/', <StatusCard prescription={inPart} forPatient={forPatient} />);
  expect(screen.getByText('Refunded in part')).toBeVisible();
});

test('the staff read whose it is, with the way to the patient', async () => {
  await renderAt('/', <PersonCard prescription={inPart} forPatient={false} />);
  expect(screen.getByRole('link', { name: 'Marguerite Tremblay' })).toHaveAttribute(
    'href',
    '/patient/person-1',
  );
  expect(screen.getByText('Jun 14, 1968')).toBeVisible();
});
