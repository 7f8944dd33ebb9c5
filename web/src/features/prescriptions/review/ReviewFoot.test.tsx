// SPDX-License-Identifier: AGPL-3.0-or-later

/** The foot of a phone's review: from one undecided line to the next, and then to the prescription. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { PrescriptionView } from '../../../api/generated/schema';
import { ReviewFoot } from './ReviewFoot';
import { medication, prescription } from './test-data';

function open(prescriptions: PrescriptionView[], at: string | null) {
  const onLine = vi.fn();
  const onPrescription = vi.fn();
  render(
    <MantineProvider env="test">
      <ReviewFoot
        prescriptions={prescriptions}
        at={at === null ? null : { prescription: '1', line: at }}
        onLine={onLine}
        onPrescription={onPrescription}
      />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onLine, onPrescription };
}

const lines = (...statuses: ('Approved' | null)[]) =>
  statuses.map((status, at) => medication(`m${at}`, 'RAMIPRIL', { status }));

test.each([
  [null, 'm0'],
  ['m0', 'm2'],
  ['m2', 'm0'],
])('from %s it leads to %s', async (at, to) => {
  const { user, onLine } = open([prescription('1', lines(null, 'Approved', null))], at);
  expect(screen.getByText('2 of 3 undecided.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next undecided' }));
  expect(onLine.mock.calls[0]?.[0]).toMatchObject({ line: to });
});

test('once all is decided it leads to the prescription, and then it is gone', async () => {
  const decided = prescription('1', lines('Approved'), { canPrescribe: true });
  const { user, onPrescription } = open([decided], 'm0');
  expect(screen.getByText('1 of 1 approved.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Prescription/ }));
  expect(onPrescription).toHaveBeenCalledWith(decided);
  open([prescription('2', lines('Approved'), { canPrescribe: true, canDecide: false })], null);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
