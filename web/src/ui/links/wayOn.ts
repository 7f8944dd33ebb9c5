// Where old links to the front page and the sign-up lead on to (specification 000 section 2): a wanted
// new password to its page, any other goal to the sign-up, both with what they carried.
import { paths, patterns } from './paths';

export function wayOn(pathname: string, search: string): string | null {
  const query = new URLSearchParams(search);
  const goal = query.get('redirect');
  if (goal === null) return null;
  const token = query.get('token') ?? undefined;
  const carried = { redirect: goal, ...(token === undefined ? {} : { token }) };
  if (goal === patterns.recoveryPassword.slice(1)) return paths.recoveryPassword(carried);
  return pathname === patterns.registration ? null : paths.registration(carried);
}
