// SPDX-License-Identifier: AGPL-3.0-or-later

// Redirects for legacy links to the front page and the sign-up (specification 000 section 2): a password
// recovery goes to its page, any other target to the sign-up, both with their parameters.
import { type Address, paths } from './paths';

export function legacyRedirect(pathname: string, search: string): Address | null {
  const query = new URLSearchParams(search);
  const goal = query.get('redirect');
  if (goal === null) return null;
  const token = query.get('token') ?? undefined;
  const carried = { redirect: goal, ...(token === undefined ? {} : { token }) };
  if (`/${goal}` === paths.recoveryPassword()) return paths.recoveryPassword(carried);
  return pathname === paths.registration() ? null : paths.registration(carried);
}
