// SPDX-License-Identifier: AGPL-3.0-or-later

/** The staff's list: what is in its address is asked for, and what is chosen comes into it. */
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, storeSettings } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith } from '../../testing/server';
import { testSettings } from '../../testing/settings';
import { until } from '../../testing/until';
import { StaffPrescriptions } from './StaffPrescriptions';

const LATE = '/prescriptions?list=all&late=yes&from=2026-10-23&to=2026-11-21';

const ROW = {
  _id: 'r1',
  label: 'P-20418',
  createdAt: '2026-11-20T18:00:00Z',
  person: { _id: 'p1', FirstName: 'Maren', LastName: 'Holloway' },
  pharmacy: { name: 'Pine Pharmacy' },
  status: 'PENDING',
  statuses: [],
  medications: [],
  copies: [],
};

let asked: Record<string, string>[] = [];

beforeEach(() => {
  asked = [];
  storeSettings(testSettings);
  answerWith(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/api/prescription') asked.push(Object.fromEntries(searchParams));
    return Response.json({ items: [], nextCursor: null, total: 0 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const open = (address: string) => renderAt(address, <StaffPrescriptions />);

test('what the address says is asked for, and stands in the fields', async () => {
  await open(LATE);
  await until(() =>
    expect(asked.at(-1)).toMatchObject({ late: 'true', from: '2026-10-23', to: '2026-11-21' }),
  );
  expect(screen.getByRole('checkbox', { name: 'Later than promised' })).toBeChecked();
  expect(screen.getByLabelText('From')).toHaveValue('2026-10-23');
  expect(screen.getByLabelText('To')).toHaveValue('2026-11-21');
});

test('what is chosen comes into the address', async () => {
  const { router } = await open(LATE);
  const found = () => router.location.search;
  await userEvent.click(screen.getByRole('checkbox', { name: 'Later than promised' }));
  await until(() => expect(found()).toEqual({ list: 'all', from: '2026-10-23', to: '2026-11-21' }));
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '' } });
  await until(() => expect(found()).toEqual({ list: 'all', to: '2026-11-21' }));
  await until(() => expect(asked.at(-1)).toMatchObject({ to: '2026-11-21' }));
  expect(asked.at(-1)).not.toHaveProperty('late');
  await userEvent.click(screen.getByRole('radio', { name: 'Faxed or refunded' }));
  await until(() => expect(found()).toEqual({}));
  expect(screen.queryByLabelText('From')).toBeNull();
});

test('an empty list says that filters are set', async () => {
  await open(LATE);
  await until(() => expect(screen.getByText(/matches the search and the filters/)).toBeInTheDocument());
});

test('a period that ends before it begins is told beside its field and not asked for', async () => {
  const { router } = await open(LATE);
  await until(() => expect(asked).toHaveLength(1));
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-11-22' } });
  expect(screen.getByLabelText('From')).toHaveAccessibleDescription(
    'The first day cannot be after the last day.',
  );
  expect(screen.getByLabelText('From')).toHaveValue('2026-11-22');
  expect(router.location.search).toMatchObject({ from: '2026-10-23' });
  expect(asked).toHaveLength(1);
  fireEvent.input(screen.getByLabelText('To'), { target: { value: '2026-11-23' } });
  await until(() => expect(asked.at(-1)).toMatchObject({ from: '2026-11-22', to: '2026-11-23' }));
  expect(screen.getByLabelText('From')).not.toHaveAccessibleDescription();
});

test('Back to the other list asks for its first page, not for the place in this one', async () => {
  const calls: string[] = [];
  answerWith(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.startsWith('/api/prescription'))
      calls.push(`${pathname} ${searchParams.get('cursor') ?? 'first'}`);
    return Response.json({ items: [ROW], nextCursor: 'second', total: 20 });
  });
  const { router, history } = await open('/prescriptions');
  await userEvent.click(screen.getByRole('radio', { name: 'All prescriptions' }));
  await until(() => expect(calls.at(-1)).toBe('/api/prescription first'));
  await until(() => expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await until(() => expect(calls.at(-1)).toBe('/api/prescription second'));
  act(() => history.back());
  await until(() => expect(router.location.search).toEqual({}));
  await until(() => expect(screen.getByText('1-1 of 20')).toBeInTheDocument());
  expect(calls).not.toContain('/api/prescription/faxed-or-refunded second');
  act(() => history.forward());
  await until(() => expect(router.location.search).toEqual({ list: 'all' }));
  await until(() => expect(screen.getByText('1-1 of 20')).toBeInTheDocument());
});
