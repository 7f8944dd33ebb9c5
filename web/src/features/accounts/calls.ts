// SPDX-License-Identifier: AGPL-3.0-or-later

// The calls of sign-up, sign-in, recovery and the own account. Keeping the session is api/session.ts's
// work.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { keys } from '../../api/queries';
import type { Country, Preferences, Role, SessionView, SignInAnswer, UserView } from '../../api/types';

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

export function registerAccount(
  form: FormData,
  idempotencyKey: string,
): Promise<{ message: string; _id: string }> {
  return call('POST', '/user', undefined, { form, idempotencyKey });
}

export function activateAccount(email: string, verificationCode: string): Promise<{ message: string }> {
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

/** Who may reset which password: the three answers of the form have to fit together. */
export function searchRecovery(asked: {
  readonly Email: string;
  readonly DateOfBirth: string;
  readonly DocumentNumber: string;
}): Promise<{ user: { _id: string; Email: string } }> {
  return call('POST', '/user/recovery/search', asked);
}

/** `id` is what the search answered, good for this one recovery. */
export function sendRecovery(id: string): Promise<{ message: string }> {
  return call('POST', '/user/recovery/send-email', { email: id });
}

export function setRecoveredPassword(
  passwordRecoveryToken: string,
  Password: string,
): Promise<{ message: string }> {
  return call('POST', '/user/recovery/password', { passwordRecoveryToken, Password });
}

/** Whether an invitation to sign up as staff still counts, and for which address. */
export function useInvitation(token: string | undefined): UseQueryResult<{ valid: boolean; email: string }> {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      call<{ valid: boolean; email: string }>(
        'GET',
        `/office/confirmToken?token=${encodeURIComponent(token ?? '')}`,
        undefined,
        { signal },
      ),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface CredentialChange {
  readonly currentPassword: string;
  readonly Password?: string;
  readonly PhoneNumber?: string;
  readonly BestPhoneNumber?: string;
}

export function updateCredential(id: string, change: CredentialChange): Promise<UserView> {
  return call('PUT', `/user/credential/${id}`, change);
}

/** The four steps of the e-mail change; each says whether the next one is open. */
export const changeEmail = {
  password: (password: string, role: Role) =>
    call<{ isVerified: boolean }>('POST', '/user/change-email/get-phone-code', { password, role }),
  phoneCode: (phoneCode: string) =>
    call<{ isVerified: boolean }>('POST', '/user/change-email/get-email-code', { phoneCode }),
  newEmail: (email: string) =>
    call<{ isVerified: boolean }>('POST', '/user/change-email/set-new-email', { email }),
  emailCode: (emailCode: string) =>
    call<{ isVerified: boolean; token: string | null }>('POST', '/user/change-email/validate-email-code', {
      emailCode,
    }),
};

export function savePreferences(preferences: Preferences): Promise<Preferences> {
  return call('PUT', '/user/preferences', preferences);
}

export function useSessions(): UseQueryResult<SessionView[]> {
  return useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => call<SessionView[]>('GET', '/user/sessions', undefined, { signal }),
  });
}

export function endSession(id: string): Promise<unknown> {
  return call('DELETE', `/user/sessions/${id}`);
}

export function signOutOthers(): Promise<{ ended: number }> {
  return call('POST', '/user/sign-out-others');
}

export function deleteAccount(id: string): Promise<unknown> {
  return call('DELETE', `/user/${id}`);
}
