// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is typed into the request form is there again after a reload; what is left today is said from the start. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DraftContent, DrugView, Options } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testPerson, testSettings } from '../../testing/settings';
import { RequestForm } from './RequestForm';

const options = {
  quantities: ['One', 'Two', 'Other'],
  frequencies: ['Once a day', 'Other'],
  durations: ['1 month', 'Other'],
  agreement: [],
} as unknown as Options;

const entry = (id: string, strength: string) =>
  ({
    _id: id,
    name: 'APO-METFORMIN',
    filter: [],
    formulations: ['TABLET'],
    administrations: ['ORAL'],
    ingredients: [{ name: 'METFORMIN HYDROCHLORIDE', strength, unit: 'MG' }],
    needsDoctor: false,
  }) as unknown as DrugView;

let kept: DraftContent | null = null;
let version = 0;
let left = 5;
let counted: unknown[] = [];

beforeEach(() => {
  kept = null;
  version = 0;
  left = 5;
  counted = [];
  storeSettings(testSettings);
  answerWith(async (request) => {
    const path = pathOf(request);
    if (path === '/api/prescription/draft' && request.method === 'PUT') {
      const { content } = await request.json();
      kept = { ...content, pharmacy: null };
      version += 1;
      return Response.json({ content: kept, version, updatedAt: '2026-11-01T18:00:00Z' });
    }
    if (path.startsWith('/api/prescription/medication/number/')) {
      counted.push(await request.json());
      return Response.json({ success: true, left, message: '', held: [] });
    }
    if (path.includes('/drug/search/'))
      return Response.json({
        items: [
          {
            name: 'APO-METFORMIN',
            filter: [],
            forms: ['TABLET'],
            preselected: null,
            selectable: true,
            strengths: ['500 mg', '850 mg'],
          },
        ],
        total: 1,
        didYouMean: [],
      });
    if (path.includes('/drug/')) return Response.json([entry('d500', '500'), entry('d850', '850')]);
    return Response.json([]);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const open = () =>
  renderAt(
    '/request-prescription/form',
    <RequestForm
      person={testPerson}
      stored={{ content: kept, version, updatedAt: null }}
      options={options}
      taken={[]}
      startPharmacy={null}
    />,
  );

test('a medication that was half added is there again after a reload', async () => {
  const user = userEvent.setup();
  await open();
  await user.type(screen.getByLabelText('Add another medication'), 'metformin');
  await user.click(await screen.findByRole('option', { name: /^Apo-Metformin/ }));
  await user.click(await screen.findByRole('radio', { name: /850/ }));
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Other');
  await user.type(screen.getByLabelText('Other notes'), 'with the evening meal');

  // Leaving the page saves what is typed.
  cleanup();
  await waitFor(() => {
    expect(version).toBeGreaterThan(0);
  });
  await open();

  expect(screen.getByRole('heading', { name: 'Apo-Metformin' })).toBeVisible();
  expect(await screen.findByRole('radio', { name: /850/ })).toBeChecked();
  expect(screen.getByLabelText('Frequency')).toHaveValue('Other');
  expect(screen.getByLabelText('Other notes')).toHaveValue('with the evening meal');

  // What is put away is not brought back.
  await user.click(screen.getByRole('button', { name: 'Choose a different one' }));
  cleanup();
  await waitFor(() => {
    expect(kept?.step).toBeNull();
  });
  await open();
  expect(screen.getByLabelText('Add another medication')).toBeVisible();
});

test('what is left today is told by the server before anything is in the request', async () => {
  left = 2;
  await open();
  const basket = screen.getByRole('region', { name: 'Your request' });
  expect(await within(basket).findByText('0 medications, 2 left today')).toBeVisible();
  expect(counted).toEqual([{ prescriptionObj: { medications: [] } }]);
});

test('where nothing is left, nothing is filled in for nothing', async () => {
  left = 0;
  const user = userEvent.setup();
  await open();
  await screen.findAllByText('0 medications, 0 left today');
  await user.type(screen.getByLabelText('Add another medication'), 'metformin');
  await user.click(await screen.findByRole('option', { name: /^Apo-Metformin/ }));
  const refusal = await screen.findByRole('dialog', {
    name: 'Maximum number of medications has been reached',
  });
  expect(refusal).toHaveTextContent('0 of them can be in this request.');
  expect(screen.queryByRole('heading', { name: 'Apo-Metformin' })).toBeNull();
});
