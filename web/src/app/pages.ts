// The screens, each a chunk of its own that is loaded when it is first opened. The first load carries the
// two that people come to; the others stand in lists that are loaded with the first screen of theirs.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { DoorScreen } from './doorPages';
import type { RoomScreen } from './roomPages';
import type { StaffScreen } from './staffPages';

const ofStaff = (screen: StaffScreen) =>
  lazyRouteComponent(async () => (await import('./staffPages')).open(screen));
const atDoor = (screen: DoorScreen) =>
  lazyRouteComponent(async () => (await import('./doorPages')).open(screen));
const room = (screen: RoomScreen) =>
  lazyRouteComponent(async () => (await import('./roomPages')).open(screen));

export const pages = {
  signIn: lazyRouteComponent(() => import('../features/accounts/SignInPage'), 'SignInPage'),
  dashboard: lazyRouteComponent(() => import('./dashboard/DashboardPage'), 'DashboardPage'),
  profile: room('profile'),
  medicalInfo: room('medicalInfo'),
  medicalInfoEdit: room('medicalInfoEdit'),
  requestReview: room('requestReview'),
  requestForm: room('requestForm'),
  renew: room('renew'),
  payment: room('payment'),
  prescriptions: room('prescriptions'),
  prescription: room('prescription'),
  medicationSearch: room('medicationSearch'),
  sleepInfo: room('sleepInfo'),
  sleepInfoEdit: room('sleepInfoEdit'),
  sleepClinics: room('sleepClinics'),
  sleepClinic: room('sleepClinic'),
  messaging: room('messaging'),
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
