// Who may enter which screen. The server decides about data; here people are only led to a screen
// that makes sense for them.
import { redirect } from '@tanstack/react-router';
import { currentSettings } from '../api/queries';
import { session } from '../api/session';
import type { Role } from '../api/types';
import { paths } from '../ui/links/paths';

interface Entering {
  readonly location: { readonly href: string };
}

export const STAFF: readonly Role[] = ['ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_CUSTOMERSERVICE', 'ROLE_ADMIN'];
/** Who may open a patient's pages; customer service works from messages only (decision 10). */
export const DESK: readonly Role[] = ['ROLE_DOCTOR', 'ROLE_OFFICE', 'ROLE_ADMIN'];
export const PATIENT: readonly Role[] = ['ROLE_PATIENT'];

/** Signed in, or to the sign-in page with the place remembered. */
export async function signedInOnly({ location }: Entering): Promise<void> {
  await session.ready();
  if (session.get().state !== 'in')
    throw redirect({ href: paths.login({ next: location.href }), replace: true });
}

/** For one of these roles; everybody else to the dashboard. */
export function rolesOnly(roles: readonly Role[]) {
  return async (entering: Entering): Promise<void> => {
    await signedInOnly(entering);
    const { user } = session.get();
    if (!user || !roles.includes(user.Role)) throw redirect({ href: paths.dashboard(), replace: true });
  };
}

/** Sign-in pages make no sense for somebody signed in (decision 18). */
export async function signedOutOnly(): Promise<void> {
  await session.ready();
  if (session.get().state === 'in') throw redirect({ href: paths.dashboard(), replace: true });
}

/** The staff's own door exists in dev and auto only (decision 77); elsewhere /login of an office deployment. */
export async function officeDoorOnly(): Promise<void> {
  await signedOutOnly();
  const { environment } = currentSettings();
  if (environment !== 'dev' && environment !== 'auto') throw redirect({ href: paths.login(), replace: true });
}
