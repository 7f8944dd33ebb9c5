// SPDX-License-Identifier: AGPL-3.0-or-later

/** A patient whose pharmacy has nothing reads what is known of the fax, and whom to ask in which order. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import type { PrescriptionView, StatusView } from '../../api/generated/schema';
import { storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { testSettings } from '../../testing/settings';
import { canBeMissing, NotThereYet } from './NotThereYet';
import { medication, prescription } from './review/test-data';

const status = (code: StatusView['code']): StatusView => ({
  code,
  text: code,
  at: '2026-11-21T17:52:00Z',
  by: null,
  detail: null,
});
const fax = (state: 'sent' | 'delivered'): PrescriptionView['fax'] =>
  ({ state, at: '2026-11-21T17:54:00Z', reason: null, undelivered: false }) as PrescriptionView['fax'];
const faxed = (state: 'sent' | 'delivered') =>
  prescription('20436', [medication('a', 'Metformin', { status: 'Approved' })], {
    status: 'FAXED',
    statuses: [status('FAXED')],
    fax: fax(state),
  });

async function ask(request: PrescriptionView) {
  storeSettings({ ...testSettings, clinics: [{ name: 'Harbour', address: '1 Quay', phone: '6045550170' }] });
  await renderAt('/prescription/20436', <NotThereYet request={request} />);
  await userEvent.click(screen.getByRole('button', { name: 'Not there yet?' }));
  return within(await screen.findByRole('dialog', { name: 'The pharmacy does not have P-20436' }));
}

test('the pharmacy is asked first, with what is known of the fax; then the clinic', async () => {
  const dialog = await ask(faxed('delivered'));
  expect(dialog.getByText(/confirmed every page on Nov 21, 2026, 9:54/)).toBeInTheDocument();
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+16045550176',
    '/messaging',
    'tel:+16045550170',
  ]);
});

test('a fax that no machine confirmed is not said to be there', async () => {
  const dialog = await ask(faxed('sent'));
  expect(dialog.getByText(/has not confirmed it yet/)).toBeInTheDocument();
  expect(dialog.queryByText(/confirmed every page/)).not.toBeInTheDocument();
});

test('nobody is asked about what never left, failed or is void', () => {
  expect(canBeMissing(faxed('sent'))).toBe(true);
  expect(canBeMissing(prescription('1', [medication('a', 'Metformin', { status: 'Approved' })]))).toBe(false);
  const failed = { ...faxed('delivered').fax, undelivered: true } as PrescriptionView['fax'];
  expect(canBeMissing({ ...faxed('sent'), fax: failed })).toBe(false);
});
