// SPDX-License-Identifier: AGPL-3.0-or-later

/** The patient names another pharmacy: only where the server offers it, by one command, and with its refusal shown. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PharmacyView, PrescriptionView } from '../../api/generated/schema';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { NamePharmacy } from './NamePharmacy';
import { medication, prescription } from './review/test-data';

const other: PharmacyView = {
  _id: 'ph2',
  name: 'Harbour Drugs',
  address: '4 Pier Lane',
  city: 'Burnaby',
  fax: '604-555-0178',
  fax_number: '604-555-0178',
  phone1: '604-555-0179',
};

let sent: unknown[] = [];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answerWith(async (request) => {
    if (pathOf(request) !== '/api/prescription/pharmacy') return new Response('{}', { status: 404 });
    sent.push(await request.json());
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function request(change: Partial<PrescriptionView>): PrescriptionView {
  return prescription('1', [medication('m', 'RAMIPRIL', { status: 'Approved' })], {
    canNamePharmacy: true,
    ...change,
  });
}

async function open(of: PrescriptionView) {
  await renderAt(
    '/prescription/1',
    <NamePharmacy
      prescription={of}
      pharmacySearch={({ onChoose }) => (
        <button type="button" onClick={() => onChoose(other)}>
          Found
        </button>
      )}
    />,
  );
}

test('it is not offered where the request goes to its pharmacy', async () => {
  await open(request({ canNamePharmacy: false }));
  expect(screen.queryByText('Choose another pharmacy')).toBeNull();
});

test('it says why, and sends the choice with the version that was seen', async () => {
  const why = 'This pharmacy is no longer in the list.';
  const seen = request({ pharmacyRefused: why });
  answer = () => Response.json({ ...seen, version: 2, pharmacy: other });
  await open(seen);
  expect(screen.getByText(why)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Found' }));
  expect(screen.getByRole('status')).toHaveTextContent('Harbour Drugs, 4 Pier Lane, Burnaby');
  await userEvent.click(screen.getByRole('button', { name: 'Choose this pharmacy' }));
  await waitFor(() => {
    expect(sent).toEqual([{ prescriptionId: '1', version: 1, pharmacy: { _id: 'ph2' } }]);
  });
});

test('pressed twice it is sent once', async () => {
  const seen = request({});
  answer = () => Response.json({ ...seen, version: 2, askedPharmacy: other });
  await open(seen);
  await userEvent.click(screen.getByRole('button', { name: 'Found' }));
  const choose = screen.getByRole('button', { name: 'Choose this pharmacy' });
  fireEvent.click(choose);
  fireEvent.click(choose);
  await waitFor(() => expect(choose).not.toBeInTheDocument());
  expect(sent).toHaveLength(1);
});

test('what was named already is said, and a refusal is shown', async () => {
  answer = () =>
    Response.json(
      {
        code: 'PHARMACY_GONE',
        message: 'Please correct',
        errors: [{ field: 'pharmacy', message: 'It left.' }],
      },
      { status: 422 },
    );
  await open(request({ askedPharmacy: other }));
  expect(screen.getByText(/^You chose Harbour Drugs/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Found' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose this pharmacy' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It left.');
});
