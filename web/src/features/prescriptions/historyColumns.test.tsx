// SPDX-License-Identifier: AGPL-3.0-or-later

/** Prescription History: a patient's rows begin with what was asked for, the staff's with whom it is for. */
import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { expect, test } from 'vitest';

import type { MedicationView, PrescriptionView } from '../../api/generated/schema';
import { historyPhone } from './historyColumns';

const drug = { name: 'METFORMIN', ingredients: [], formulations: ['TABLET'] };
const row = {
  label: 'P-20418',
  person: { FirstName: 'Maren', LastName: 'Holloway' },
  medications: [drug, drug].map((one) => one as unknown as MedicationView),
} as unknown as PrescriptionView;

test('what a patient asked for stands first, with how many more', () => {
  render(<MantineProvider>{historyPhone(true, () => undefined).line1(row)}</MantineProvider>);
  expect(screen.getByText('+1')).toBeInTheDocument();
  expect(document.body).toHaveTextContent(/Metformin.\+1 more/);
  expect(document.body).not.toHaveTextContent('Holloway');
});

test('the staff read for whom it is', () => {
  expect(historyPhone(false, () => undefined).line1(row)).toBe('Maren Holloway (P-20418)');
});
