// SPDX-License-Identifier: AGPL-3.0-or-later

// What is done at sign-up, sign-in, recovery, with the own account and with invitations. Keeping the
// session is api/session.ts's work.
import { api, formOf, withEnding, withKey } from '../../api/client';
import type { Preferences, RegistrationForm, Role } from '../../api/generated/schema';

export interface Credentials {
  readonly Email: string;
  readonly Password: string;
  readonly Role: Role;
  readonly code?: string;
  readonly storedCode?: string;
  readonly captcha?: string;
}

/** First call: the password. Second call: the same with the code (decision 146). */
export function authenticate(credentials: Credentials, key: string) {
  const { Email, Password, Role: role, code, storedCode, captcha } = credentials;
  return api('post', '/api/user/authenticate', {
    body: { Email, Password, Role: role, code, storedCode, captcha, browser: true },
    headers: withKey(key),
  });
}

export function registerAccount(registration: RegistrationForm, key: string) {
  return api('post', '/api/user', {
    body: registration,
    bodySerializer: formOf,
    headers: withKey(key),
  });
}

export function activateAccount(email: string, verificationCode: string) {
  return api('post', '/api/user/activate', { body: { email, verificationCode } });
}

export function resendActivation(email: string) {
  return api('post', '/api/user/activate/resend', { body: { email } });
}

export async function hideLastLogin(id: string): Promise<void> {
  await api('put', '/api/user/dont-show-last-login', { body: { id, dontShowLastLogin: true } });
}

/** "I am in British Columbia", for this session. */
export async function confirmLocation(): Promise<void> {
  await api('put', '/api/person/location', { body: { confirmed: true } });
}

/** Who may reset which password: the three answers of the form have to fit together. */
export function searchRecovery({
  Email,
  DateOfBirth,
  DocumentNumber,
}: {
  readonly Email: string;
  readonly DateOfBirth: string;
  readonly DocumentNumber: string;
}) {
  return api('post', '/api/user/recovery/search', { body: { Email, DateOfBirth, DocumentNumber } });
}

/** `id` is what the search answered, good for this one recovery. */
export function sendRecovery(id: string) {
  return api('post', '/api/user/recovery/send-email', { body: { email: id } });
}

export function setRecoveredPassword(passwordRecoveryToken: string, Password: string) {
  return api('post', '/api/user/recovery/password', { body: { passwordRecoveryToken, Password } });
}

export interface CredentialChange {
  readonly currentPassword: string;
  readonly Password?: string;
  readonly PhoneNumber?: string;
  readonly BestPhoneNumber?: string;
}

export function updateCredential(id: string, change: CredentialChange) {
  const { currentPassword, Password, PhoneNumber, BestPhoneNumber } = change;
  return api('put', '/api/user/credential/{id}', {
    params: { path: { id } },
    body: { currentPassword, Password, PhoneNumber, BestPhoneNumber },
    ...(Password === undefined ? {} : { headers: withEnding('password') }),
  });
}

/** The four steps of the e-mail change; each says whether the next one is open. */
export const changeEmail = {
  password: (password: string, role: Role) =>
    api('post', '/api/user/change-email/get-phone-code', { body: { password, role } }),
  phoneCode: (phoneCode: string) =>
    api('post', '/api/user/change-email/get-email-code', { body: { phoneCode } }),
  newEmail: (email: string) => api('post', '/api/user/change-email/set-new-email', { body: { email } }),
  emailCode: (emailCode: string) =>
    api('post', '/api/user/change-email/validate-email-code', {
      body: { emailCode },
      headers: withEnding('email'),
    }),
};

export function savePreferences({ theme, shortcuts }: Preferences) {
  return api('put', '/api/user/preferences', { body: { theme, shortcuts } });
}

export async function endSession(id: string): Promise<void> {
  await api('delete', '/api/user/sessions/{id}', { params: { path: { id } } });
}

/** Ends every session but this one, and answers how many. */
export function signOutOthers() {
  return api('post', '/api/user/sign-out-others');
}

export async function deleteAccount(id: string): Promise<void> {
  await api('delete', '/api/user/{id}', { params: { path: { id } }, headers: withEnding('account') });
}

export function sendInvitation(email: string, key: string) {
  return api('post', '/api/office/sendInvitation', { body: { email }, headers: withKey(key) });
}

export async function revokeInvitation(id: string, key: string): Promise<void> {
  await api('delete', '/api/office/invitations/{id}', { params: { path: { id } }, headers: withKey(key) });
}
