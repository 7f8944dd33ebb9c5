// SPDX-License-Identifier: AGPL-3.0-or-later

// Every page of everybody: the addresses that the table of routes gives each person, with something real in
// place of their parameters, and when such a page has come to rest.
import { expect, type Page } from '@playwright/test';
import type { StaffList } from '../../src/api/generated/schema';
import { type Access, type Route, routes } from '../../src/ui/links/routes';
import { callApi, faxedByApi, patientByApi, staffByApi } from '../steps/byApi';
import { requestForEverybody } from '../steps/queue';

/** Which rows of the table of routes a person opens. */
const OPENS = {
  patient: ['signedIn', 'patients', 'prescriptionRecords'],
  doctor: [
    'signedIn',
    'prescriptionRecords',
    'patientRecords',
    'doctorsAndOffice',
    'doctorsAndAdmin',
    'doctors',
  ],
  office: ['office'],
  admin: ['signedIn', 'prescriptionRecords', 'patientRecords', 'doctorsAndAdmin', 'admin', 'billing'],
  care: ['signedIn'],
} as const satisfies Readonly<Record<string, readonly Access[]>>;

/** A patient, and each role of the staff. */
export type Visitor = keyof typeof OPENS;

export const STAFF = ['doctor', 'office', 'admin', 'care'] as const satisfies readonly Visitor[];

/** What stands in place of the parameters of an address. */
export type Parts = Readonly<Record<string, string>>;

/** Requests of several patients, one of them faxed; and the addresses that open what was made. */
export async function makeSomethingToOpen(): Promise<Parts> {
  const requests = await requestForEverybody();
  const patient = await patientByApi('patient@salal.example', '6045550110');
  await faxedByApi(patient, await staffByApi('doctor@salal.example'));
  const admin = await staffByApi('admin@salal.example');
  const staff = await callApi<StaffList>(admin, 'GET', '/staff-account');
  return {
    '/prescription/$id': `/prescription/${requests[0]?._id}`,
    '/request-prescription/renew/$id': `/request-prescription/renew/${requests[0]?._id}`,
    '/patient/$id': `/patient/${patient.person}`,
    '/personal-info/$id/edit': `/personal-info/${patient.person}/edit`,
    '/medicalInfo/edit/$id': `/medicalInfo/edit/${patient.person}`,
    '/staff/$id': `/staff/${staff.items[0]?._id}`,
    '/sleep-clinic/$name': '/sleep-clinic/coastal',
  };
}

const rows: readonly Route[] = Object.values(routes);

/** The addresses that the table of routes gives a person; where nothing is known to open, it is left out. */
export function addressesOf(visitor: Visitor, parts: Parts): readonly string[] {
  const opens: readonly Access[] = OPENS[visitor];
  return rows
    .filter(({ access, frame }) => opens.includes(access) && frame !== 'bare')
    .map(({ path }) => parts[path] ?? path)
    .filter((path) => !path.includes('$'));
}

/** The addresses that everybody may open: the documents, registration and sign-in. */
export function publicAddresses(): readonly string[] {
  const documents = rows.filter(({ access }) => access === 'document').map(({ path }) => path);
  return [...documents, routes.registration.path, routes.officeRegistration.path, routes.login.path].map(
    (path) => path.replace('$name', 'post-1'),
  );
}

/** Screens before the sign-in, with what they may have in their address. */
export const SIGNED_OUT_PAGES = [
  '/login',
  '/login/registered',
  '/login/recovered',
  '/registration',
  '/confirm',
  '/recovery',
  '/recovery/password?token=altered',
  '/reply/altered',
  '/reply/altered/altered',
  '/fax/altered/resend',
];

/** Waits until everything that the page asked for is there and drawn; `open` are the calls of its tab. */
export async function comeToRest(page: Page, open: ReadonlySet<unknown>): Promise<void> {
  await expect(page.locator('main h1').first()).toBeAttached();
  const settled = async () =>
    open.size === 0 &&
    (await page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          requestAnimationFrame(() =>
            requestIdleCallback(() => done(document.querySelector('main [aria-busy="true"]') === null), {
              timeout: 2000,
            }),
          );
        }),
    ));
  await expect
    .poll(async () => (await settled()) && (await settled()) && (await settled()), {
      message: page.url(),
      timeout: 30_000,
      intervals: [50],
    })
    .toBe(true);
}
