// SPDX-License-Identifier: AGPL-3.0-or-later

/** Nobody is led elsewhere without a word, and no side bar names a page that refuses its reader. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '../../api/generated/schema';
import { renderAt } from '../../testing/renderAt';
import { testSettings, testUser } from '../../testing/settings';
import { mayEnter } from '../guards';
import { NotAllowed } from './NotAllowed';
import { officeEntries } from './officeNavigation';

test('a page of another role says for whom it is, who is signed in, and the ways on', async () => {
  await renderAt('/audit', <NotAllowed user={testUser({ Role: 'ROLE_DOCTOR' })} access="admin" />);
  expect(screen.getByRole('heading', { level: 1, name: 'This page is for administrators' })).toBeVisible();
  expect(screen.getByText(/You are signed in as Marguerite Tremblay\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('button', { name: 'Sign in as someone else' })).toBeVisible();
});

test('customer service is offered no prescriptions', () => {
  const care = testUser({ Role: 'ROLE_CUSTOMERSERVICE' });
  const labels = officeEntries(care, testSettings).map((entry) => entry.label);
  expect(labels).not.toContain('Prescription History');
  expect(labels).toContain('Inbox');
  const others: readonly Role[] = ['ROLE_PATIENT', 'ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_ADMIN'];
  for (const Role of others) expect(mayEnter(testUser({ Role }), 'prescriptionRecords')).toBe(true);
});
