// SPDX-License-Identifier: AGPL-3.0-or-later

// Lazily loaded pages for signed-in users, except the dashboard: one chunk each. Staff see some of them too.
import type { ComponentType } from 'react';

const screens = {
  profile: async () => (await import('./profile/ProfilePage')).ProfilePage,
  medicalInfo: async () => (await import('../features/medical-info/MedicalInfoPage')).MedicalInfoPage,
  medicalInfoEdit: async () => (await import('./medical-info/MedicalInfoEditPage')).MedicalInfoEditPage,
  requestReview: async () => (await import('./request/RequestReviewPage')).RequestReviewPage,
  requestForm: async () => (await import('./request/RequestFormPage')).RequestFormPage,
  renew: async () => (await import('./request/RenewPage')).RenewPage,
  payment: async () => (await import('./request/PaymentPage')).PaymentPage,
  prescriptions: async () => (await import('../features/prescriptions/PrescriptionsPage')).PrescriptionsPage,
  prescription: async () => (await import('../features/prescriptions/PrescriptionPage')).PrescriptionPage,
  medicationSearch: async () => (await import('../features/drugs/MedicationSearchPage')).MedicationSearchPage,
  sleepInfo: async () => (await import('./sleep/SleepInfoPage')).SleepInfoPage,
  sleepInfoEdit: async () => (await import('./sleep/SleepInfoEditPage')).SleepInfoEditPage,
  sleepClinics: async () => (await import('./sleep/SleepClinicsPage')).SleepClinicsPage,
  sleepClinic: async () => (await import('./sleep/SleepClinicPage')).SleepClinicPage,
  messaging: async () => (await import('./messaging/MessagingPage')).MessagingPage,
} satisfies Record<string, () => Promise<ComponentType>>;

export type SignedInPage = keyof typeof screens;

/** The module of a screen, as the router takes it. */
export async function loadPage(screen: SignedInPage): Promise<{ readonly default: ComponentType }> {
  return { default: await screens[screen]() };
}
