// SPDX-License-Identifier: AGPL-3.0-or-later

// Who may enter which screen. The server decides about data; here people are only led to a screen
// that makes sense for them.
import { redirect } from '@tanstack/react-router';
import { currentSettings } from '../api/queries';
import { session } from '../api/session';
import type { PublicSettings, Role } from '../api/types';
import { paths } from '../ui/links/paths';
import { legacyRedirect } from '../ui/links/legacyRedirects';

interface Entering {
  readonly location: { readonly href: string };
}

export const STAFF_ROLES: readonly Role[] = [
  'ROLE_DOCTOR',
  'ROLE_OFFICE',
  'ROLE_CUSTOMERSERVICE',
  'ROLE_ADMIN',
];
/** Who may open a patient's pages; customer service works from messages only (decision 10). */
export const PATIENT_RECORD_ROLES: readonly Role[] = ['ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_ADMIN'];
export const ADMIN_ROLES: readonly Role[] = ['ROLE_ADMIN'];
export const PATIENT_ROLES: readonly Role[] = ['ROLE_PATIENT'];

/** Signed in, or to the sign-in page with the place remembered. */
export async function requireSignedIn({ location }: Entering): Promise<void> {
  await session.ready();
  if (session.get().state !== 'in')
    throw redirect({ href: paths.login({ next: location.href }), replace: true });
}

/** For one of these roles; everybody else to the dashboard. */
export function requireRole(roles: readonly Role[]) {
  return async (entering: Entering): Promise<void> => {
    await requireSignedIn(entering);
    const { user } = session.get();
    // The flag adds the administrators' pages to another role (decision 9).
    const may = user && (roles.includes(user.Role) || (user.isAdmin && roles.includes('ROLE_ADMIN')));
    if (!may) throw redirect({ href: paths.dashboard(), replace: true });
  };
}

/** For administrators, while billing is switched on. */
export async function requireBilling(entering: Entering): Promise<void> {
  await requireRole(ADMIN_ROLES)(entering);
  if (!currentSettings().billing) throw redirect({ href: paths.dashboard(), replace: true });
}

/** Sign-in pages make no sense for somebody signed in (decision 18). */
export async function requireSignedOut(): Promise<void> {
  await session.ready();
  if (session.get().state === 'in') throw redirect({ href: paths.dashboard(), replace: true });
}

/** For people who are not signed in, and for links that name a goal. */
async function requireSignedOutOrFollowLink({ location }: Entering): Promise<void> {
  const { pathname, search } = new URL(location.href, window.location.origin);
  const target = legacyRedirect(pathname, search);
  if (target !== null) throw redirect({ href: target, replace: true });
  await requireSignedOut();
}

/** The sign-up; in an office deployment it is the office's own. */
export async function requireSignUp(entering: Entering): Promise<void> {
  await requireSignedOutOrFollowLink(entering);
  if (currentSettings().mode !== 'office') return;
  const token = new URL(entering.location.href, window.location.origin).searchParams.get('token');
  throw redirect({ href: paths.officeRegistration(token === null ? {} : { token }), replace: true });
}

/** A deployment for patients alone may sign in at the partner clinic's site (decisions 77 and 131). */
export function externalLoginUrl(settings: Pick<PublicSettings, 'mode' | 'loginUrl'>): string | null {
  return settings.mode === 'client' ? (settings.loginUrl ?? null) : null;
}

export async function requireLogin(): Promise<void> {
  await requireSignedOut();
  const elsewhere = externalLoginUrl(currentSettings());
  if (elsewhere === null) return;
  window.location.replace(elsewhere);
  // The browser is leaving: nothing of this page is to be drawn meanwhile.
  await new Promise(() => undefined);
}

/** The staff's own sign-in page exists in dev and auto only (decision 77); elsewhere /login of an office deployment. */
export async function requireOfficeLogin(): Promise<void> {
  await requireSignedOut();
  const { environment } = currentSettings();
  if (environment !== 'dev' && environment !== 'auto') throw redirect({ href: paths.login(), replace: true });
}

/** Links out of e-mails work for everybody, signed in or not. */
export async function allowEverybody(): Promise<void> {
  await session.ready();
}
