// SPDX-License-Identifier: AGPL-3.0-or-later

/** A rule and a drug whose saving got no answer: the form goes when they are listed as they were sent. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { CatalogueDrug, MedicationFilterView } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { until } from '../../testing/until';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { ManageDrugsPage } from './ManageDrugsPage';
import { MedicationFilterPage } from './MedicationFilterPage';

vi.mock('../../api/session', () => ({ useMe: () => ({ Role: 'ROLE_ADMIN', Person: { _id: 'me' } }) }));

const rule: MedicationFilterView = {
  _id: 'f1',
  tc_ahfs_number: '28:08.08',
  status: 'CROSS_OUT',
  activeIngredients: [],
  atcNumbers: ['N02A'],
  matchedIngredients: [],
  schedules: [],
  className: null,
  createdAt: '2026-11-20T18:00:00Z',
};

const drug: CatalogueDrug = {
  id: 'd1',
  version: 'v2',
  name: 'OWN RAMIPRIL',
  administrations: [],
  ai_group_no: '',
  atc_numbers: [],
  class_name: 'Human',
  company_name: '',
  descriptor: '',
  drug_code: '',
  drug_identification_number: '',
  filter: [],
  formulations: [],
  hand: null,
  history_date: '',
  ingredients: [],
  needsDoctor: false,
  number_of_ais: '',
  schedules: [],
  status: '',
  tc_ahfs_numbers: [],
};

let rules: MedicationFilterView[];
let drugs: CatalogueDrug[];
let saved: () => void;

beforeEach(async () => {
  rules = [];
  drugs = [];
  await loadDialogs();
  answerWith((request) => {
    const path = pathOf(request);
    if (request.method !== 'GET') {
      saved();
      return new Response('', { status: 502 });
    }
    if (path === '/api/medication-filter') return Response.json(rules);
    if (path.startsWith('/api/medication-filter/default')) return Response.json({ offered: false });
    if (path.startsWith('/api/drug/catalogue'))
      return Response.json({ items: drugs, total: drugs.length, atLeast: false, nextCursor: null });
    return Response.json({ activeIngredients: [], atcNumbers: ['N02A'], className: null, drugs: 0 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function confirmRule() {
  await renderAt('/medication-filter', <MedicationFilterPage />);
  await screen.findByText('No filters yet');
  await userEvent.type(screen.getByLabelText(/^tc_ahfs_number/), '28:08.08');
  await userEvent.click(screen.getByRole('radio', { name: /^CROSS_OUT/ }));
  await screen.findByLabelText(/^ATC codes/);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await until(() => expect(screen.getAllByText('28:08.08').length).toBeGreaterThan(0));
}

test('a rule that is listed as it was sent empties its form', async () => {
  saved = () => rules.push(rule);
  await confirmRule();
  await until(() => expect(screen.getByLabelText(/^tc_ahfs_number/)).toHaveValue(''));
});

test('another rule on the class leaves the form as it is', async () => {
  saved = () => rules.push({ ...rule, status: 'DO_NOT_SHOW_UP' });
  await confirmRule();
  expect(screen.getByLabelText(/^tc_ahfs_number/)).toHaveValue('28:08.08');
});

async function addDrug() {
  await renderAt('/manage-drugs', <ManageDrugsPage />);
  await userEvent.click(await screen.findByRole('button', { name: '+ Add' }));
  await userEvent.type(await screen.findByLabelText(/^Drug name|^Name/), drug.name);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
}

const hand = (by: string) => ({
  at: '2026-11-20T18:00:00Z',
  by: { _id: by, FirstName: 'Ada', LastName: 'Roy' },
  fields: [],
  register: null,
});

test('a drug that is listed as one’s own closes its dialog', async () => {
  saved = () => drugs.push({ ...drug, hand: hand('me') });
  await addDrug();
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a drug that someone else added leaves the dialog', async () => {
  saved = () => drugs.push({ ...drug, hand: hand('other') });
  await addDrug();
  await screen.findAllByText(drug.name);
  expect(screen.getByRole('dialog')).toBeVisible();
});
