// The calls of sign-up and sign-in. Keeping the session is api/session.ts's work.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { Country, Role, SignInAnswer } from '../../api/types';

export interface Credentials {
  readonly Email: string;
  readonly Password: string;
  readonly Role: Role;
  readonly code?: string;
  readonly storedCode?: string;
  readonly captcha?: string;
}

/** First call: the password. Second call: the same with the code (decision 146). */
export function authenticate(credentials: Credentials, idempotencyKey: string): Promise<SignInAnswer> {
  return call('POST', '/user/authenticate', { ...credentials, browser: true }, { idempotencyKey });
}

export function register(form: FormData, idempotencyKey: string): Promise<{ message: string; _id: string }> {
  return call('POST', '/user', undefined, { form, idempotencyKey });
}

export function activate(email: string, verificationCode: string): Promise<{ message: string }> {
  return call('POST', '/user/activate', { email, verificationCode });
}

export function resendActivation(email: string): Promise<{ message: string }> {
  return call('POST', '/user/activate/resend', { email });
}

export function isActivated(email: string): Promise<{ isActivated: boolean }> {
  return call('GET', `/user/isActivated/${encodeURIComponent(email)}`);
}

export function hideLastLogin(id: string): Promise<unknown> {
  return call('PUT', '/user/dont-show-last-login', { id, dontShowLastLogin: true });
}

/** "I am in British Columbia", for this session. */
export function confirmLocation(): Promise<unknown> {
  return call('PUT', '/person/location', { confirmed: true });
}

export function useCountries(enabled: boolean): UseQueryResult<Country[]> {
  return useQuery({
    queryKey: keys.countries,
    queryFn: ({ signal }) => call<Country[]>('GET', '/country', undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}
