// SPDX-License-Identifier: AGPL-3.0-or-later

// The screens, each a chunk of its own that is loaded when it is first opened. The first load carries the
// two that people come to; the others stand in lists that are loaded with the first screen of theirs.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { SignedOutPage } from './signedOutPages';
import type { SignedInPage } from './signedInPages';
import type { StaffPage } from './staffPages';

const staffPage = (screen: StaffPage) =>
  lazyRouteComponent(async () => (await import('./staffPages')).loadPage(screen));
const signedOutPage = (screen: SignedOutPage) =>
  lazyRouteComponent(async () => (await import('./signedOutPages')).loadPage(screen));
const signedInPage = (screen: SignedInPage) =>
  lazyRouteComponent(async () => (await import('./signedInPages')).loadPage(screen));

export const pages = {
  signIn: lazyRouteComponent(() => import('../features/accounts/SignInPage'), 'SignInPage'),
  dashboard: lazyRouteComponent(() => import('./dashboard/DashboardPage'), 'DashboardPage'),
  profile: signedInPage('profile'),
  medicalInfo: signedInPage('medicalInfo'),
  medicalInfoEdit: signedInPage('medicalInfoEdit'),
  requestReview: signedInPage('requestReview'),
  requestForm: signedInPage('requestForm'),
  renew: signedInPage('renew'),
  payment: signedInPage('payment'),
  prescriptions: signedInPage('prescriptions'),
  prescription: signedInPage('prescription'),
  medicationSearch: signedInPage('medicationSearch'),
  sleepInfo: signedInPage('sleepInfo'),
  sleepInfoEdit: signedInPage('sleepInfoEdit'),
  sleepClinics: signedInPage('sleepClinics'),
  sleepClinic: signedInPage('sleepClinic'),
  messaging: signedInPage('messaging'),
  officeSignIn: signedOutPage('officeSignIn'),
  registration: signedOutPage('registration'),
  officeRegistration: signedOutPage('officeRegistration'),
  confirm: signedOutPage('confirm'),
  recovery: signedOutPage('recovery'),
  recoveryPassword: signedOutPage('recoveryPassword'),
  auth: signedOutPage('auth'),
  replyByLink: signedOutPage('replyByLink'),
  notReceived: signedOutPage('notReceived'),
  resendFax: signedOutPage('resendFax'),
  labExceptions: staffPage('labExceptions'),
  faxDesk: staffPage('faxDesk'),
  clinicQueue: staffPage('clinicQueue'),
  staff: staffPage('staff'),
  staffAccount: staffPage('staffAccount'),
  operations: staffPage('operations'),
  queue: staffPage('queue'),
  manageDrug: staffPage('manageDrug'),
  manageData: staffPage('manageData'),
  medicationFilter: staffPage('medicationFilter'),
  audit: staffPage('audit'),
  officeInvite: staffPage('officeInvite'),
  problems: staffPage('problems'),
  patients: staffPage('patients'),
  patient: staffPage('patient'),
  personalInfoEdit: staffPage('personalInfoEdit'),
  medicationIcd: staffPage('medicationIcd'),
  teleFile: staffPage('teleFile'),
  manageTele: staffPage('manageTele'),
  remittance: staffPage('remittance'),
  editInvoice: staffPage('editInvoice'),
  invoice: staffPage('invoice'),
  invoiceEdit: staffPage('invoiceEdit'),
} as const;
