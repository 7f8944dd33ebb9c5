// SPDX-License-Identifier: AGPL-3.0-or-later

/** The first step is one question with what a doctor looks at first; the rest is one press away. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MedicalInfo } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith } from '../../testing/server';
import { testPerson, testSettings } from '../../testing/settings';
import { RequestReviewPage } from './RequestReviewPage';

vi.mock('../../api/session', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ Person: testPerson }),
}));

const record: MedicalInfo = {
  _id: 'm1',
  Person: 'person-1',
  CreatedAt: '2026-11-03T18:00:00Z',
  Sex: 'Female',
  MedicalConditions: ['Asthma'],
  otherMedicalConditions: [{ _id: 'c1', name: 'Psoriasis' }],
  NoMedicalCondition: false,
  Surgeries: ['Appendectomy'],
  otherSurgery: null,
  NoSurgery: false,
  AllergyToMedication: ['Codeine'],
  otherAllergy: null,
  NoAllergy: false,
  MedicationsCurrentlyTaken: [],
  supplements: [],
  otherItems: [],
  AlcoholHistory: 'No',
  SmokingHistory: 'No',
  PregnancyOrBreastfeeding: null,
  defaultPharmacy: {
    _id: 'ph',
    name: 'Tidewater Pharmacy',
    address: '',
    city: '',
    fax: '',
    fax_number: '',
    phone1: '',
  },
};

beforeEach(() => {
  storeSettings(testSettings);
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('asks whether anything has changed since the day of the record', async () => {
  answerWith(() => Response.json([record]));
  await renderAt('/request-prescription/medicalinfo', <RequestReviewPage />);
  expect(
    await screen.findByRole('heading', { name: /^Nothing has changed since Nov 0?3, 2026\?$/ }),
  ).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getAllByText('Asthma, Psoriasis')[0]).toBeVisible();
  expect(main.getByText('4417 Larkspur Street, Burnaby, BC, V5G 2K8')).toBeVisible();
  expect(main.getByText('604-555-0142')).toBeVisible();
  expect(main.getByRole('link', { name: 'Confirm' })).toHaveAttribute('href', '/request-prescription/form');
  expect(main.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    expect.stringContaining('/medicalInfo/edit'),
  );
  expect(main.getByText('Appendectomy')).not.toBeVisible();
  await userEvent.click(main.getByText('Show all of my medical information'));
  expect(main.getByText('Appendectomy')).toBeVisible();
});

test('without a record there is nothing to confirm', async () => {
  answerWith(() => Response.json([]));
  await renderAt('/request-prescription/medicalinfo', <RequestReviewPage />);
  expect(
    await screen.findByText('No medical information, please add your Medical Information.'),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Confirm' })).toBeNull();
});
