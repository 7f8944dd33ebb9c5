// The screens, each a chunk of its own that is loaded when it is first opened.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { DoorScreen } from './doorPages';
import type { StaffScreen } from './staffPages';

/** A screen of the clinic: a patient's first load does not carry the list of them. */
function ofStaff(screen: StaffScreen) {
  return lazyRouteComponent(async () => (await import('./staffPages')).open(screen));
}

/** A screen that is opened signed out and seldom: nor the list of these. */
function atDoor(screen: DoorScreen) {
  return lazyRouteComponent(async () => (await import('./doorPages')).open(screen));
}

export const pages = {
  signIn: lazyRouteComponent(() => import('../features/accounts/SignInPage'), 'SignInPage'),
  profile: lazyRouteComponent(() => import('./profile/ProfilePage'), 'ProfilePage'),
  dashboard: lazyRouteComponent(() => import('./dashboard/DashboardPage'), 'DashboardPage'),
  medicalInfo: lazyRouteComponent(
    () => import('../features/medical-info/MedicalInfoPage'),
    'MedicalInfoPage',
  ),
  medicalInfoEdit: lazyRouteComponent(
    () => import('./medical-info/MedicalInfoEditPage'),
    'MedicalInfoEditPage',
  ),
  requestReview: lazyRouteComponent(() => import('./request/RequestReviewPage'), 'RequestReviewPage'),
  requestForm: lazyRouteComponent(() => import('./request/RequestFormPage'), 'RequestFormPage'),
  renew: lazyRouteComponent(() => import('./request/RenewPage'), 'RenewPage'),
  payment: lazyRouteComponent(() => import('./request/PaymentPage'), 'PaymentPage'),
  prescriptions: lazyRouteComponent(
    () => import('../features/prescriptions/PrescriptionsPage'),
    'PrescriptionsPage',
  ),
  prescription: lazyRouteComponent(
    () => import('../features/prescriptions/PrescriptionPage'),
    'PrescriptionPage',
  ),
  medicationSearch: lazyRouteComponent(
    () => import('../features/drugs/MedicationSearchPage'),
    'MedicationSearchPage',
  ),
  sleepInfo: lazyRouteComponent(() => import('./sleep/SleepInfoPage'), 'SleepInfoPage'),
  sleepInfoEdit: lazyRouteComponent(() => import('./sleep/SleepInfoEditPage'), 'SleepInfoEditPage'),
  sleepClinics: lazyRouteComponent(() => import('./sleep/SleepClinicsPage'), 'SleepClinicsPage'),
  sleepClinic: lazyRouteComponent(() => import('./sleep/SleepClinicPage'), 'SleepClinicPage'),
  messaging: lazyRouteComponent(() => import('./messaging/MessagingPage'), 'MessagingPage'),
  officeSignIn: atDoor('officeSignIn'),
  registration: atDoor('registration'),
  officeRegistration: atDoor('officeRegistration'),
  confirm: atDoor('confirm'),
  recovery: atDoor('recovery'),
  recoveryPassword: atDoor('recoveryPassword'),
  auth: atDoor('auth'),
  replyByLink: atDoor('replyByLink'),
  notReceived: atDoor('notReceived'),
  resendFax: atDoor('resendFax'),
  labExceptions: ofStaff('labExceptions'),
  faxDesk: ofStaff('faxDesk'),
  clinicQueue: ofStaff('clinicQueue'),
  staff: ofStaff('staff'),
  staffAccount: ofStaff('staffAccount'),
  operations: ofStaff('operations'),
  queue: ofStaff('queue'),
  manageDrug: ofStaff('manageDrug'),
  manageData: ofStaff('manageData'),
  medicationFilter: ofStaff('medicationFilter'),
  audit: ofStaff('audit'),
  officeInvite: ofStaff('officeInvite'),
  problems: ofStaff('problems'),
  patients: ofStaff('patients'),
  patient: ofStaff('patient'),
  personalInfoEdit: ofStaff('personalInfoEdit'),
  medicationIcd: ofStaff('medicationIcd'),
  teleFile: ofStaff('teleFile'),
  manageTele: ofStaff('manageTele'),
  remittance: ofStaff('remittance'),
  editInvoice: ofStaff('editInvoice'),
  invoice: ofStaff('invoice'),
  invoiceEdit: ofStaff('invoiceEdit'),
} as const;
