// SPDX-License-Identifier: AGPL-3.0-or-later

// In a window of its own: the form goes on saving its draft after it was left, and would ask the server of the next
// file's tests.

/** What is missing from a renewal is listed on top like on every other form. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MedicalInfo, Options } from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import { renewalStep } from '../../features/prescriptions/renewals';
import { medication, prescription } from '../../features/prescriptions/review/test-data';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testPerson, testSettings } from '../../testing/settings';
import { until } from '../../testing/until';
import { RenewForm } from './RenewForm';

vi.mock('../../features/medical-info/MedicalInfoView', () => ({ MedicalInfoView: () => null }));

const options = {
  quantities: ['One'],
  frequencies: ['Once a day'],
  durations: ['3 months'],
  agreement: [],
} as unknown as Options;

const record = { _id: 'm1', CreatedAt: '2026-11-03T18:00:00Z' } as unknown as MedicalInfo;

const earlier = prescription('1', [medication('m', 'RAMIPRIL')]);

beforeEach(() => {
  storeSettings(testSettings);
  answerWith(async (request) => {
    const path = pathOf(request);
    if (path === '/api/prescription/draft' && request.method === 'PUT') {
      const { content } = await request.json();
      return Response.json({
        content: { ...content, pharmacy: null },
        version: 2,
        updatedAt: '2026-11-20T18:00:00Z',
      });
    }
    if (path.startsWith('/api/prescription/medication/number/'))
      return Response.json({ success: true, left: 5, message: '', held: [] });
    if (path === '/api/prescription/fee') return Response.json({ amount: 50, withCard: true });
    return Response.json([]);
  });
});

afterEach(() => {
  // Leaving saves: while there is a server still.
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const NOTHING = 'Select the medications to be refilled.';
const UNCHECKED = 'Please check your medical information first.';

test('what is missing is listed on top, told in the tab and beside its place, until it is there', async () => {
  const user = userEvent.setup();
  const step = renewalStep(earlier._id);
  const content = { medications: [], pharmacy: null, loadCurrent: false, step };
  await renderAt(
    '/prescription/1/renew',
    <RenewForm
      person={testPerson}
      earlier={earlier}
      stored={{ content, version: 1, updatedAt: null }}
      record={record}
      options={options}
      supply={[]}
    />,
  );
  const main = within(screen.getByRole('main'));
  const listed = () => within(main.getByRole('alert')).getAllByRole('link');
  const confirm = () => user.click(main.getByRole('button', { name: 'Confirm Medication Request' }));
  const box = main.getByRole('checkbox', { name: 'My medical information is still correct.' });
  await until(() => expect(document.title).toBe('Renew · Salal'));

  await confirm();
  expect(main.getByRole('alert')).toHaveFocus();
  expect(listed().map((link) => link.textContent)).toEqual([NOTHING, UNCHECKED]);
  expect(document.title).toBe('Error: Renew · Salal');
  const list = document.getElementById('medications');
  expect(list).toHaveAccessibleDescription(NOTHING);
  expect(box).toHaveAccessibleDescription(UNCHECKED);
  await user.click(main.getByRole('link', { name: NOTHING }));
  await waitFor(() => expect(list).toHaveFocus());

  await user.click(main.getByRole('checkbox', { name: /Ramipril/ }));
  expect(main.queryByRole('alert')).toBeNull();
  await confirm();
  expect(main.getByRole('alert')).toHaveFocus();
  expect(listed().map((link) => link.textContent)).toEqual([UNCHECKED]);
  await user.click(main.getByRole('link', { name: UNCHECKED }));
  await waitFor(() => expect(box).toHaveFocus());
  await user.keyboard(' ');
  expect(box).not.toHaveAccessibleDescription();
  await until(() => expect(document.title).toBe('Renew · Salal'));
});
