// SPDX-License-Identifier: AGPL-3.0-or-later

/** The forms of a visit: what is refused stands beside its field and on top, and nothing that was typed is lost. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { BillView } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { BillDialog, type Billed } from './BillDialog';
import { InvoiceEditPage } from './InvoiceEditPage';

vi.mock('../../api/session', () => ({
  useMe: () => ({ Role: 'ROLE_DOCTOR', Person: { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' } }),
}));

const person = { _id: 'p1', FirstName: 'Marguerite', LastName: 'Tremblay' };

const bill: BillView = {
  _id: 'b1',
  folio: '0000007',
  version: 3,
  billWay: 'phone',
  status: 'rejected',
  statusText: 'Rejected',
  amount: 35,
  paid: 0,
  canEdit: true,
  createdAt: '2026-11-20T18:00:00Z',
  diagnosis: 'High blood pressure',
  diagnosisCode: '401',
  history: [],
  note: 'Seen by telephone.',
  person,
  practitioner: { _id: 'd1', FirstName: 'Helen', LastName: 'Varga' },
  prescription: { _id: 'r1', label: 'P-20418' },
  service: '13437 age 2-49',
  serviceCode: '13437',
  serviceDate: '2026-11-20',
  serviceStartTime: '2026-11-20T18:00:00Z',
  serviceEndTime: '2026-11-20T18:12:00Z',
  waitsFor: null,
};

const prescription: Billed = {
  _id: 'r1',
  label: 'P-20418',
  person: {
    ...person,
    DateOfBirth: '1980-04-02',
    Address: '',
    City: '',
    Province: '',
    PostalCode: '',
    BestPhoneNumber: '',
  },
  medications: [],
};

let sent: { path: string; body: unknown }[] = [];
let answers: Response[] = [];

beforeEach(async () => {
  sent = [];
  answers = [];
  await loadDialogs();
  answerWith(async (request) => {
    const path = pathOf(request);
    if (request.method !== 'GET') {
      sent.push({ path, body: await request.json() });
      return answers.shift() ?? new Response(null, { status: 500 });
    }
    if (path.startsWith('/api/icd/name/')) return Response.json([{ code: '250', description: 'Diabetes' }]);
    return Response.json(bill);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

function refused(field: string, message: string): Response {
  return Response.json(
    { message: 'Please correct errors below', errors: [{ field, message }] },
    { status: 422 },
  );
}

test('a note that the plan would not take is told beside it and on top, and stays', async () => {
  const user = userEvent.setup();
  await renderAt('/invoice/b1/edit', <InvoiceEditPage />);
  const note = await screen.findByLabelText('Note to MSP');
  expect(note).toHaveValue('Seen by telephone.');
  await user.type(note, ' Twice.');
  answers = [refused('note', 'The note may not name a person.')];
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('link', { name: 'The note may not name a person.' })).toBeInTheDocument();
  expect(note).toBeInvalid();
  expect(note).toHaveAccessibleDescription(/The note may not name a person\./);
  expect(note).toHaveValue('Seen by telephone. Twice.');
  await user.type(note, ' Again.');
  expect(note).toBeValid();
});

test('what somebody else saved is shown, and mine is sent as it was typed once more', async () => {
  const user = userEvent.setup();
  const theirs = { ...bill, version: 4, note: 'Theirs.' };
  await renderAt('/invoice/b1/edit', <InvoiceEditPage />);
  const start = await screen.findByLabelText(/^Start time/);
  await user.clear(start);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('link', { name: 'Enter the start time of the visit.' })).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.type(start, '10:03');
  answers = [
    Response.json({ message: 'Changed meanwhile.', code: 'STALE_VERSION', current: theirs }, { status: 409 }),
    Response.json(theirs),
  ];
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/the note "Theirs\."/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Apply mine again' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  const mine = {
    diagnosisCode: '401',
    serviceCode: '13437',
    serviceStartTime: '2026-11-20T18:03:00.000Z',
    serviceEndTime: '2026-11-20T18:12:00.000Z',
    note: 'Seen by telephone.',
  };
  expect(sent.map(({ body }) => body)).toEqual([
    { billObj: mine, version: 3 },
    { billObj: mine, version: 4 },
  ]);
});

test('a visit is billed by what was chosen and typed, by the age on its day, and kept when it is refused', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  await renderAt('/patient/p1', <BillDialog prescription={prescription} way="phone" onClose={onClose} />);
  const dialog = await screen.findByRole('dialog', { name: 'Bill phone' });
  const save = within(dialog).getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(within(dialog).getByRole('link', { name: 'Please choose a diagnosis.' })).toBeInTheDocument();
  expect(sent).toEqual([]);

  const code = within(dialog).getByLabelText(/^Service code/);
  const date = within(dialog).getByLabelText(/^Date/);
  await user.selectOptions(code, '13837');
  expect(code).toHaveValue('13837');
  await user.clear(date);
  await user.type(date, '2026-11-20');
  expect(code).toHaveValue('13437');
  const diagnosis = within(dialog).getByRole('combobox', { name: /^Diagnosis/ });
  await user.type(diagnosis, 'Diabetes');
  await user.click(await within(dialog).findByRole('option', { name: /Diabetes/ }));
  expect(diagnosis).toHaveValue('250 Diabetes');
  const start = within(dialog).getByLabelText(/^Start time/);
  await user.type(start, '10:00');
  await user.type(within(dialog).getByLabelText(/^End time/), '10:12');
  answers = [
    refused('serviceStartTime', 'The visit has not been yet.'),
    Response.json({ isExistBill: true, message: 'Bill already exists', bill }),
  ];
  await user.click(save);
  expect(
    await within(dialog).findByRole('link', { name: 'The visit has not been yet.' }),
  ).toBeInTheDocument();
  expect(start).toHaveAccessibleDescription(/The visit has not been yet\./);
  expect(start).toHaveValue('10:00');
  await user.click(save);
  expect(await within(dialog).findByText('Bill already exists')).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  const billObj = {
    personId: 'p1',
    prescriptionId: 'r1',
    diagnosisCode: '250',
    serviceCode: '13437',
    serviceStartTime: '2026-11-20T18:00:00.000Z',
    serviceEndTime: '2026-11-20T18:12:00.000Z',
    billWay: 'phone',
    seenBy: 'd1',
  };
  expect(sent.map(({ body }) => body)).toEqual([{ billObj }, { billObj }]);
});
