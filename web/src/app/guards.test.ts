// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { testSettings, testUser } from '../testing/settings';
import { externalLoginUrl, hasOfficeLogin, signInPath } from './guards';
import { patientEntries } from './shell/navigation';
import { officeEntries } from './shell/officeNavigation';

describe('deployments', () => {
  it('sign patients in elsewhere only when made for them alone and told where', () => {
    const loginUrl = 'https://clinic.example/login';
    expect(externalLoginUrl({ mode: 'client', loginUrl })).toBe(loginUrl);
    expect(externalLoginUrl({ mode: 'client', loginUrl: null })).toBeNull();
    expect(externalLoginUrl({ mode: 'undefined', loginUrl })).toBeNull();
    expect(externalLoginUrl({ mode: 'office', loginUrl })).toBeNull();
  });

  it('at work have a sign-in page for staff exactly where patients sign in as well', () => {
    const modes = ['undefined', 'client', 'office'] as const;
    const at = (environment: 'dev' | 'prod') => modes.filter((mode) => hasOfficeLogin({ environment, mode }));
    expect(at('prod')).toEqual(['undefined']);
    expect(at('dev')).toEqual(modes);
  });

  it('send nobody to a sign-in page that refuses them', () => {
    const next = { next: '/review' };
    const of = (mode: 'undefined' | 'client' | 'office', staff: boolean) =>
      signInPath({ environment: 'prod', mode }, staff, next);
    expect([of('undefined', true), of('undefined', false)]).toEqual([
      '/office-login?next=%2Freview',
      '/login?next=%2Freview',
    ]);
    expect([of('office', true), of('client', false)]).toEqual([
      '/login?next=%2Freview',
      '/login?next=%2Freview',
    ]);
  });

  it('inside the partner’s site leave the profile to the partner, and say so', () => {
    const profile = (embedded: boolean) =>
      patientEntries(testUser(), { ...testSettings, embedded }).find((entry) => entry.label === 'Profile');
    expect(profile(false)?.locked).toBeUndefined();
    expect(profile(true)?.locked).toBe('Your profile is managed by Harbour Lane Medical.');
  });

  it('list the side bars in the order of the specification', () => {
    expect(patientEntries(testUser(), testSettings).map((entry) => entry.label)).toEqual([
      'Dashboard',
      'Request Prescription',
      'Prescription History',
      'Medication Search',
      'Profile',
      'Medical Information',
      'Messages',
    ]);
    expect(
      officeEntries(testUser({ Role: 'ROLE_DOCTOR' }), testSettings).map((entry) => entry.label),
    ).toEqual([
      'Dashboard',
      'Review queue',
      'Prescription History',
      'Medication Search',
      'Patients',
      'Profile',
      'Inbox',
      'Fax desk',
      'Clinic queue',
      'Lab exceptions',
      'Insight',
    ]);
    expect(
      officeEntries(testUser({ Role: 'ROLE_ADMIN' }), { ...testSettings, billing: true }).map(
        ({ group, label }) => (group === undefined ? label : `${group}: ${label}`),
      ),
    ).toEqual([
      'Dashboard',
      'Prescription History',
      'Medication Search',
      'Patients',
      'Profile',
      'Inbox',
      'Fax desk',
      'Clinic queue',
      'Office: Insight',
      'Office: Audit',
      'Office: Staff accounts',
      'Office: Office Invite',
      'Office: Suggestions',
      'Office: Operations',
      'Medication data: Manage Data',
      'Medication data: Manage Drugs',
      'Medication data: Medication Filter',
      'Medication data: Medication ICD',
      'Billing: Teleplan File',
      'Billing: Remittance',
      'Billing: Manage Teleplan',
      'Billing: Edit Invoice',
    ]);
    const labels = (billing: boolean) =>
      officeEntries(testUser({ Role: 'ROLE_ADMIN' }), { ...testSettings, billing }).map(({ label }) => label);
    expect(labels(false)).not.toContain('Remittance');
  });
});
