// SPDX-License-Identifier: AGPL-3.0-or-later

// In a window of its own: the form goes on saving its draft after it was left, and would ask the server of the next
// file's tests.

/** What is typed into the request form is there again after a reload; what is left today is said from the start. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { keptIsFor, wipeKept } from '../../ui/forms/keeping';
import { keepUnsaved } from '../../ui/forms/unsaved';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {
  DraftContent,
  DrugView,
  Options,
  Renewable,
  RequestedMedication,
} from '../../api/generated/schema';
import { queryClient, storeSettings } from '../../api/queries';
import type { LoadedMedications } from '../../features/prescriptions/currentMedications';
import { emptyUsage } from '../../features/prescriptions/usage';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { testPerson, testSettings } from '../../testing/settings';
import { RequestForm } from './RequestForm';

const options = {
  quantities: ['One', 'Two', 'Other'],
  frequencies: ['Once a day', 'Other'],
  durations: ['1 month', '3 months', 'Other'],
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
let supplied: Renewable[] = [];
let recorded: LoadedMedications = { medications: [], leftOut: [] };

beforeEach(() => {
  kept = null;
  version = 0;
  left = 5;
  counted = [];
  supplied = [];
  recorded = { medications: [], leftOut: [] };
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
    if (path.includes('/duplicate/')) return Response.json({ isDrugExisted: false, message: null });
    if (path === '/api/prescription/fee') return Response.json({ amount: 50, withCard: true });
    if (path.includes('/marks/')) return Response.json({ lines: [] });
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
  // Leaving saves: while there is a server still.
  cleanup();
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
      taken={[...recorded.medications, ...recorded.leftOut]}
      supplied={supplied}
      recorded={recorded}
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

const daily = { ...emptyUsage(), frequency: 'Once a day', duration: '3 months' };

const before = (name: string, part: Partial<Renewable> = {}): Renewable => ({
  prescription: 'p1',
  label: 'P-20001',
  suppliedAt: '2026-09-01T18:00:00Z',
  drugId: `id-${name}`,
  name,
  administrations: ['ORAL'],
  formulations: ['TABLET'],
  ingredients: [],
  usage: daily,
  refillsLeft: 0,
  runsOutOn: '2026-12-01',
  ready: true,
  selectable: true,
  underWay: null,
  ...part,
});

test('what was prescribed before is added with its usage by one tap each, and changed in place', async () => {
  supplied = [before('METFORMIN'), before('RAMIPRIL'), before('LORAZEPAM', { selectable: false })];
  const user = userEvent.setup();
  await open();
  const own = screen.getByRole('region', { name: 'Your medications' });
  expect(within(own).getAllByText('One tablet once a day, 3 months')).toHaveLength(2);
  // One after the other without waiting for an answer.
  await user.click(within(own).getByRole('button', { name: 'Renew as before Metformin tablet' }));
  await user.click(within(own).getByRole('button', { name: 'Renew as before Ramipril tablet' }));
  const basket = screen.getByRole('region', { name: 'Your request' });
  await waitFor(() => {
    expect(within(basket).getAllByText(/Take one tablet once a day for 3 months, no repeats/)).toHaveLength(
      2,
    );
  });
  expect(within(basket).queryByLabelText('Quantity')).toBeNull();
  // What was pressed says that it is in the request, and has the focus still.
  expect(within(own).getByRole('button', { name: 'In your request Ramipril tablet' })).toHaveFocus();
  expect(within(own).queryByRole('button', { name: /Renew as before/ })).toBeNull();

  await user.click(within(basket).getByRole('button', { name: 'Change Ramipril tablet' }));
  expect(within(basket).getByLabelText('Quantity')).toHaveFocus();
  await user.selectOptions(within(basket).getByLabelText('Duration'), '1 month');
  await user.click(within(basket).getByRole('button', { name: 'Save' }));
  expect(within(basket).getByText(/Take one tablet once a day for 1 month, no repeats/)).toBeVisible();
  expect(within(basket).getByText(/Take one tablet once a day for 3 months, no repeats/)).toBeVisible();
  await waitFor(() => {
    expect(within(basket).getByRole('button', { name: 'Change Ramipril tablet' })).toHaveFocus();
  });
});

test('what is typed into an open line is saved or put away before anything else is done', async () => {
  supplied = [before('METFORMIN'), before('RAMIPRIL')];
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Renew as before Metformin tablet' }));
  await user.click(screen.getByRole('button', { name: 'Renew as before Ramipril tablet' }));
  await user.click(await screen.findByRole('button', { name: 'Change Metformin tablet' }));
  await user.selectOptions(screen.getByLabelText('Duration'), '1 month');
  const refusal = () => screen.getByRole('link', { name: /Metformin.*Save or cancel your change first\./ });
  await user.click(screen.getByRole('button', { name: 'Confirm Medication Request' }));
  expect(refusal()).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change Ramipril tablet' }));
  expect(refusal()).toBeVisible();
  expect(screen.getByLabelText('Duration')).toHaveValue('1 month');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Take one tablet once a day for 1 month, no repeats/)).toBeVisible();
  // Then the other one is open, and keeps the focus.
  await user.click(screen.getByRole('button', { name: 'Change Ramipril tablet' }));
  expect(screen.getByLabelText('Quantity')).toHaveFocus();
});

test('what is recorded is added in the same way; what cannot be refilled is named', async () => {
  const line: RequestedMedication = {
    drugId: 'id-taken',
    name: 'CANDESARTAN',
    administrations: [],
    formulations: ['TABLET'],
    ingredients: [],
    usages: [{ ...emptyUsage(), frequency: 'Once a day' }],
  };
  recorded = {
    medications: [line],
    leftOut: [
      { ...line, name: 'LORAZEPAM' },
      { ...line, drugId: null, name: 'Fish oil' },
    ],
  };
  const user = userEvent.setup();
  await open();
  expect(screen.getByText('Cannot be refilled here: Lorazepam.')).toBeVisible();
  expect(screen.getByText(/please search for: Fish Oil\.$/i)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Renew as before Candesartan tablet' }));
  // The record does not say for how long.
  expect(await screen.findByRole('button', { name: 'Add Duration to Candesartan tablet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Duration to Candesartan tablet' }));
  expect(screen.getByLabelText('Duration')).toHaveFocus();
});

test('what the box took in it takes out again, and nothing else', async () => {
  const line: RequestedMedication = {
    drugId: 'id-taken',
    name: 'CANDESARTAN',
    administrations: [],
    formulations: ['TABLET'],
    ingredients: [],
    usages: [{ ...emptyUsage(), frequency: 'Once a day', duration: '1 month' }],
  };
  recorded = { medications: [line], leftOut: [{ ...line, drugId: null, name: 'Fish oil' }] };
  // Neither is in the catalogue, and they are not one drug for that.
  kept = {
    medications: [{ ...line, drugId: null, name: 'Compounded cream' }],
    pharmacy: null,
    loadCurrent: false,
    step: null,
  };
  const user = userEvent.setup();
  await open();
  const basket = screen.getByRole('region', { name: 'Your request' });
  const box = screen.getByRole('checkbox', { name: 'Add my current medications' });
  await user.click(box);
  expect(within(basket).getByRole('button', { name: 'Remove Candesartan tablet' })).toBeVisible();
  await user.click(box);
  expect(within(basket).queryByRole('button', { name: 'Remove Candesartan tablet' })).toBeNull();
  expect(within(basket).getByRole('button', { name: /^Remove Compounded Cream/i })).toBeVisible();
});

test('the box takes out no line of the same name that the patient had added', async () => {
  const line = {
    drugId: 'id-taken',
    name: 'CANDESARTAN',
    administrations: [],
    formulations: ['TABLET'],
    ingredients: [],
    usages: [{ ...emptyUsage(), frequency: 'Once a day', duration: '1 month' }],
  } satisfies RequestedMedication;
  recorded = { medications: [line, { ...line, drugId: 'id-other', name: 'RAMIPRIL' }], leftOut: [] };
  const strong = [{ ingredient_name: 'CANDESARTAN CILEXETIL', strength: '8', strength_unit: 'MG' }];
  const own = { ...line, drugId: 'id-own', ingredients: strong };
  kept = { medications: [own], pharmacy: null, loadCurrent: false, step: null };
  const user = userEvent.setup();
  await open();
  const basket = screen.getByRole('region', { name: 'Your request' });
  const box = screen.getByRole('checkbox', { name: 'Add my current medications' });
  await user.click(box);
  expect(screen.getByText('1 added.')).toBeVisible();
  expect(within(basket).getByRole('button', { name: /^Remove Ramipril/ })).toBeVisible();
  await user.click(box);
  expect(within(basket).queryByRole('button', { name: /^Remove Ramipril/ })).toBeNull();
  expect(within(basket).getByRole('button', { name: /^Remove Candesartan/ })).toBeVisible();
});

test('at the limit of the day the rows and the search say so', async () => {
  left = 1;
  supplied = [before('METFORMIN'), before('RAMIPRIL')];
  const user = userEvent.setup();
  await open();
  await screen.findByText('0 medications, 1 left today');
  await user.click(screen.getByRole('button', { name: 'Renew as before Metformin tablet' }));
  expect(await screen.findByText('1 medication, $50.00, 0 left today')).toBeVisible();
  const reached =
    'You have reached today’s limit of 5; it starts anew at midnight. Remove one to add another.';
  expect(screen.getByLabelText('Add another medication')).toHaveAccessibleDescription(reached);
  const next = screen.getByRole('button', { name: 'Renew as before Ramipril tablet' });
  expect(next).toHaveAttribute('aria-disabled', 'true');
  expect(next).toHaveAccessibleDescription(reached);
  await user.click(next);
  expect(
    await screen.findByRole('dialog', { name: 'Maximum number of medications has been reached' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  // Nobody is held who takes one out again.
  await user.click(screen.getByRole('button', { name: 'Remove Metformin tablet' }));
  await user.click(screen.getByRole('button', { name: 'Renew as before Ramipril tablet' }));
  expect(await screen.findByRole('button', { name: 'In your request Ramipril tablet' })).toBeVisible();
});

test('after Add the focus is in the search, and after Remove at the next medication, or in the search again', async () => {
  supplied = [before('RAMIPRIL')];
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Renew as before Ramipril tablet' }));
  const search = () => screen.getByLabelText('Add another medication');
  await user.type(search(), 'metformin');
  await user.click(await screen.findByRole('option', { name: /^Apo-Metformin/ }));
  await user.click(await screen.findByRole('radio', { name: /850/ }));
  await user.selectOptions(screen.getByLabelText('Quantity'), 'One');
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Once a day');
  await user.selectOptions(screen.getByLabelText('Duration'), '3 months');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => {
    expect(search()).toHaveFocus();
  });
  await user.click(screen.getByRole('button', { name: /^Remove Ramipril/ }));
  expect(screen.getByRole('button', { name: /^Remove .*Metformin/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(search()).toHaveFocus();
});

test('what was half added when the session ended, and not saved yet, is there again', async () => {
  const user = userEvent.setup();
  keptIsFor('me');
  await open();
  await user.type(screen.getByLabelText('Add another medication'), 'metformin');
  await user.click(await screen.findByRole('option', { name: /^Apo-Metformin/ }));
  await user.click(await screen.findByRole('radio', { name: /850/ }));
  await user.selectOptions(screen.getByLabelText('Frequency'), 'Other');
  await user.type(screen.getByLabelText('Other notes'), 'with the evening meal');
  keepUnsaved('me');
  cleanup();
  // Nothing of it came to the server.
  kept = null;
  keptIsFor('me');
  await open();
  expect(await screen.findByLabelText('Other notes')).toHaveValue('with the evening meal');
  wipeKept();
});
