// SPDX-License-Identifier: AGPL-3.0-or-later

// Who may enter which screen. The server decides about data; here people are only led to a screen
// that makes sense for them.
import type { PublicSettings, Role, UserView } from '../api/generated/schema';
import { currentSettings } from '../api/queries';
import { session } from '../api/session';
import { legacyRedirect } from '../ui/links/legacyRedirects';
import { paths } from '../ui/links/paths';
import { type Guard, redirect } from '../ui/links/router';
import type { Access } from '../ui/links/routes';
import { leaveForDocument } from './documents';

interface Entering {
  readonly location: { readonly href: string; readonly pathname: string };
}

/** Who may open a patient's pages; customer service works from messages only (decision 10). */
export const PATIENT_RECORD_ROLES: readonly Role[] = ['ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_ADMIN'];
const ADMIN_ROLES: readonly Role[] = ['ROLE_ADMIN'];

/** The words of the table of routes that mean roles. */
const ROLES = {
  signedIn: ['ROLE_PATIENT', 'ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_CUSTOMERSERVICE', 'ROLE_ADMIN'],
  patients: ['ROLE_PATIENT'],
  /** Customer service reads no prescriptions: the server refuses them. */
  prescriptionRecords: ['ROLE_PATIENT', 'ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_ADMIN'],
  patientRecords: PATIENT_RECORD_ROLES,
  doctorsAndOffice: ['ROLE_DOCTOR', 'ROLE_OFFICE'],
  doctorsAndAdmin: ['ROLE_DOCTOR', 'ROLE_ADMIN'],
  doctors: ['ROLE_DOCTOR'],
  office: ['ROLE_OFFICE'],
  admin: ADMIN_ROLES,
  billing: ADMIN_ROLES,
} satisfies Partial<Record<Access, readonly Role[]>>;

/** A word that means roles. */
export type RoleAccess = keyof typeof ROLES;

/** Whether a person's role lets them enter; the flag adds the administrators' pages to another role (decision 9). */
export function mayEnter(user: Pick<UserView, 'Role' | 'isAdmin'>, access: RoleAccess): boolean {
  const roles: readonly Role[] = ROLES[access];
  return roles.includes(user.Role) || (user.isAdmin && roles.includes('ROLE_ADMIN'));
}

/** Whether a row of the table of routes is one of a person's own screens. */
export function mayOpen(user: Pick<UserView, 'Role' | 'isAdmin'>, access: Access): boolean {
  return isRoleWord(access) && mayEnter(user, access) && (access !== 'billing' || currentSettings().billing);
}

export function isRoleWord(access: Access): access is RoleAccess {
  return access in ROLES;
}

/** The sign-in page that does not refuse them: the patients' page refuses the staff, and theirs the patients. */
export function signInPath(
  settings: Pick<PublicSettings, 'environment' | 'mode'>,
  staff: boolean,
  query: { next?: string } = {},
): string {
  const office = staff && settings.mode !== 'office' && hasOfficeLogin(settings);
  return office ? paths.officeLogin(query) : paths.login(query);
}

/** Signed in, or to the sign-in page of those whose screen it is, with the place remembered. */
function signedInFor(access: RoleAccess): Guard {
  const roles: readonly Role[] = ROLES[access];
  const staff = !roles.includes('ROLE_PATIENT');
  return async ({ location }) => {
    await session.ready();
    if (session.get().state === 'in') return;
    throw redirect(signInPath(currentSettings(), staff, { next: location.href }));
  };
}

export const requireSignedIn = signedInFor('signedIn');

/** Sign-in pages make no sense for somebody signed in (decision 18). */
async function requireSignedOut(): Promise<void> {
  await session.ready();
  if (session.get().state === 'in') throw redirect(paths.dashboard());
}

/** For people who are not signed in, and for links that name a goal. */
async function requireSignedOutOrFollowLink({ location }: Entering): Promise<void> {
  const { pathname, search } = new URL(location.href, window.location.origin);
  const target = legacyRedirect(pathname, search);
  if (target !== null) throw redirect(target);
  await requireSignedOut();
}

/** The sign-up; in an office deployment it is the office's own. */
async function requireSignUp(entering: Entering): Promise<void> {
  await requireSignedOutOrFollowLink(entering);
  if (currentSettings().mode !== 'office') return;
  const token = new URL(entering.location.href, window.location.origin).searchParams.get('token');
  throw redirect(paths.officeRegistration(token === null ? {} : { token }));
}

/** A deployment for patients alone may sign in at the partner clinic's site (decisions 77 and 131). */
export function externalLoginUrl(settings: Pick<PublicSettings, 'mode' | 'loginUrl'>): string | null {
  return settings.mode === 'client' ? (settings.loginUrl ?? null) : null;
}

async function requireLogin(): Promise<void> {
  await requireSignedOut();
  const elsewhere = externalLoginUrl(currentSettings());
  if (elsewhere === null) return;
  window.location.replace(elsewhere);
  // The browser is leaving: nothing of this page is to be drawn meanwhile.
  await new Promise(() => undefined);
}

/**
 * The staff have a sign-in page of their own in dev and auto (decision 77), and wherever patients sign in as well:
 * a page for patients refuses them. Of an office deployment /login is theirs.
 */
export function hasOfficeLogin({ environment, mode }: Pick<PublicSettings, 'environment' | 'mode'>): boolean {
  return environment === 'dev' || environment === 'auto' || mode === 'undefined';
}

async function requireOfficeLogin(): Promise<void> {
  await requireSignedOut();
  if (!hasOfficeLogin(currentSettings())) throw redirect(paths.login());
}

/** Links out of e-mails work for everybody, signed in or not. */
async function allowEverybody(): Promise<void> {
  await session.ready();
}

/** What the words of the table of routes ask of those who enter. */
export const guards: Readonly<Record<Access, Guard>> = {
  document: leaveForDocument,
  everybody: allowEverybody,
  signedOut: requireSignedOut,
  signUp: requireSignUp,
  login: requireLogin,
  officeLogin: requireOfficeLogin,
  signedIn: requireSignedIn,
  patients: signedInFor('patients'),
  prescriptionRecords: signedInFor('prescriptionRecords'),
  patientRecords: signedInFor('patientRecords'),
  doctorsAndOffice: signedInFor('doctorsAndOffice'),
  doctorsAndAdmin: signedInFor('doctorsAndAdmin'),
  doctors: signedInFor('doctors'),
  office: signedInFor('office'),
  admin: signedInFor('admin'),
  billing: signedInFor('billing'),
};
