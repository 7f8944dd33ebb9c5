// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is left to do about a request that was approved in part: first the pharmacy, then each refusal. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { PrescriptionView, StatusView } from '../../api/generated/schema';
import { renderAt } from '../../testing/renderAt';
import { medication, prescription } from './review/test-data';
import { decidedText } from './timeline';
import { hasNextSteps, WhatToDoNext } from './WhatToDoNext';

const status = (code: StatusView['code'], by: StatusView['by'] = null): StatusView => ({
  code,
  text: code,
  at: '2026-11-21T17:47:00Z',
  by,
  detail: null,
});

const reason = {
  code: 'INTERACTION',
  label: 'Interaction',
  sentence: 'It does not go well with another medication that you take.',
  advice: 'Ask your pharmacist, or message us about another choice.',
  next: 'message',
} as const;

const inPart = (change: Partial<PrescriptionView> = {}) =>
  prescription(
    '20436',
    [
      medication('a', 'METFORMIN', { status: 'Approved' }),
      medication('b', 'RAMIPRIL', { status: 'Approved' }),
      medication('c', 'NAPROXEN', { status: 'Rejected', reason: { ...reason, text: null } }),
      medication('d', 'LORAZEPAM', { status: 'Rejected' }),
    ],
    {
      status: 'FAXED',
      statuses: [
        status('FAXED'),
        status('APPROVED', { _id: 'd', FirstName: 'Helen', LastName: 'Varga' }),
        status('PENDING'),
      ],
      ...change,
    },
  );

test('the pharmacy first, then what was not approved, each with one thing to do', async () => {
  await renderAt('/dashboard', <WhatToDoNext request={inPart()} />);
  const steps = screen.getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Call Tidewater Pharmacy, then pick up 2 medications. 604-555-0176',
    'Naproxen: Ask your pharmacist, or message us about another choice. Message the clinic',
    expect.stringMatching(/^Lorazepam: Message the clinic, and someone will explain/),
  ]);
});

test('where nothing was approved nothing is fetched, and what is approved is not there before it is faxed', async () => {
  const { medications } = inPart();
  const none = medications.slice(2);
  await renderAt('/dashboard', <WhatToDoNext request={inPart({ medications: none })} />);
  expect(screen.getByRole('complementary')).not.toHaveTextContent(/pick up/);
  await renderAt('/dashboard', <WhatToDoNext request={inPart({ status: 'APPROVED', statuses: [] })} />);
  expect(screen.getAllByRole('complementary')[1]).toHaveTextContent(
    'What was approved will be faxed to Tidewater Pharmacy.',
  );
});

test('it is said of what was decided in part, and when and by whom that was', () => {
  expect(hasNextSteps(inPart())).toBe(true);
  expect(hasNextSteps(inPart({ medications: inPart().medications.slice(0, 2) }))).toBe(false);
  const later = (at: string) => decidedText(inPart(), new Date(at));
  expect(later('2026-11-21T20:00:00Z')).toBe('P-20436, decided today at 9:47\u00a0AM by Dr. Helen Varga');
  expect(later('2026-11-23T20:00:00Z')).toMatch(/decided Nov 21 at 9:47/);
  expect(decidedText(inPart({ statuses: [] }), new Date())).toBeUndefined();
});
