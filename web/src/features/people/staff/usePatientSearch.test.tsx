// SPDX-License-Identifier: AGPL-3.0-or-later

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith, pathOf } from '../../../testing/server';
import { usePatientSearch } from './usePatientSearch';

const holloway = {
  _id: 'u1',
  Email: 'maren@example.com',
  Person: {
    _id: 'p1',
    FirstName: 'Maren',
    LastName: 'Holloway',
    DateOfBirth: '1968-06-14',
    HealthDocuments: [{ DocumentNumber: '9876543210' }],
  },
};
/** Somebody of whom little is known. */
const newcomer = {
  _id: 'u2',
  Email: 'new@example.com',
  Person: { _id: 'p2', FirstName: 'Ada', LastName: 'Holm', DateOfBirth: null, HealthDocuments: [] },
};

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  answerWith((request) => {
    asked.push(pathOf(request));
    return request.url.endsWith('/broken')
      ? Response.json({ message: 'No.', code: 'INVALID' }, { status: 422 })
      : Response.json([holloway, newcomer]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function search(text: string, enabled = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook((props: { text: string }) => usePatientSearch(props.text, enabled), {
    initialProps: { text },
    wrapper,
  });
}

test('who is found comes with what tells two people of one name apart', async () => {
  const { result } = search('  hol ');
  expect(result.current).toMatchObject({ wants: true, isAnswered: false, busy: true, patients: [] });
  await waitFor(() => expect(result.current.isAnswered).toBe(true));
  expect(asked).toEqual(['/api/person/search-key/hol']);
  expect(result.current.patients.map(({ id, label }) => [id, label])).toEqual([
    ['p1', 'Maren Holloway'],
    ['p2', 'Ada Holm'],
  ]);
  expect(result.current.patients[0]?.hint).toMatch(/1968.* · 9876 543 210 · maren@example\.com$/);
  expect(result.current.patients[1]?.hint).toBe('new@example.com');
});

test('fewer than three letters find nobody, and ask nothing', async () => {
  const { result, rerender } = search('ho');
  expect(result.current).toMatchObject({ wants: false, isAnswered: false, busy: false, patients: [] });
  expect(asked).toEqual([]);
  rerender({ text: 'hol' });
  await waitFor(() => expect(result.current.patients).toHaveLength(2));
  rerender({ text: 'h' });
  expect(result.current).toMatchObject({ wants: false, isAnswered: false, patients: [] });
});

test('nobody is offered who was found for other letters', async () => {
  const { result, rerender } = search('hol');
  await waitFor(() => expect(result.current.patients).toHaveLength(2));
  rerender({ text: 'holloway' });
  expect(result.current).toMatchObject({ isAnswered: false, busy: true, patients: [] });
  await waitFor(() =>
    expect(asked).toEqual(['/api/person/search-key/hol', '/api/person/search-key/holloway']),
  );
});

test('who may not look patients up asks nothing', () => {
  const { result } = search('holloway', false);
  expect(result.current).toMatchObject({ wants: false, busy: false, patients: [] });
  expect(asked).toEqual([]);
});

test('a failed search is no empty one', async () => {
  const { result } = search('broken');
  await waitFor(() => expect(result.current.failed).toBe(true));
  expect(result.current).toMatchObject({ isAnswered: true, patients: [] });
});
