// SPDX-License-Identifier: AGPL-3.0-or-later

// Lazily loaded pages for signed-out users, except the sign-in page: one chunk each.
import type { ComponentType } from 'react';

const screens = {
  officeSignIn: async () => (await import('../features/accounts/OfficeSignInPage')).OfficeSignInPage,
  registration: async () => (await import('../features/accounts/RegistrationPage')).RegistrationPage,
  officeRegistration: async () =>
    (await import('../features/accounts/OfficeRegistrationPage')).OfficeRegistrationPage,
  confirm: async () => (await import('../features/accounts/ConfirmPage')).ConfirmPage,
  recovery: async () => (await import('../features/accounts/RecoveryPage')).RecoveryPage,
  recoveryPassword: async () =>
    (await import('../features/accounts/RecoveryPasswordPage')).RecoveryPasswordPage,
  auth: async () => (await import('../features/accounts/AuthTokenPage')).AuthTokenPage,
  replyByLink: async () => (await import('../features/links/ReplyByLinkPage')).ReplyByLinkPage,
  notReceived: async () => (await import('../features/links/NotReceivedPage')).NotReceivedPage,
  resendFax: async () => (await import('../features/links/ResendFaxPage')).ResendFaxPage,
} satisfies Record<string, () => Promise<ComponentType>>;

export type SignedOutPage = keyof typeof screens;

/** The module of a screen, as the router takes it. */
export async function loadPage(screen: SignedOutPage): Promise<{ readonly default: ComponentType }> {
  return { default: await screens[screen]() };
}
