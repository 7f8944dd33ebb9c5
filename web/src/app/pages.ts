// The screens, each a chunk of its own that is loaded when it is first opened.
import { lazyRouteComponent } from '@tanstack/react-router';

export const pages = {
  registration: lazyRouteComponent(() => import('../features/accounts/RegistrationPage'), 'RegistrationPage'),
  signIn: lazyRouteComponent(() => import('../features/accounts/SignInPage'), 'SignInPage'),
  officeSignIn: lazyRouteComponent(() => import('../features/accounts/OfficeSignInPage'), 'OfficeSignInPage'),
  officeRegistration: lazyRouteComponent(
    () => import('../features/accounts/OfficeRegistrationPage'),
    'OfficeRegistrationPage',
  ),
  recovery: lazyRouteComponent(() => import('../features/accounts/RecoveryPage'), 'RecoveryPage'),
  recoveryPassword: lazyRouteComponent(
    () => import('../features/accounts/RecoveryPasswordPage'),
    'RecoveryPasswordPage',
  ),
  auth: lazyRouteComponent(() => import('../features/accounts/AuthTokenPage'), 'AuthTokenPage'),
  profile: lazyRouteComponent(() => import('./profile/ProfilePage'), 'ProfilePage'),
  confirm: lazyRouteComponent(() => import('../features/accounts/ConfirmPage'), 'ConfirmPage'),
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
  labExceptions: lazyRouteComponent(() => import('./labs/LabExceptionsPage'), 'LabExceptionsPage'),
  messaging: lazyRouteComponent(() => import('./messaging/MessagingPage'), 'MessagingPage'),
  replyByLink: lazyRouteComponent(() => import('../features/links/ReplyByLinkPage'), 'ReplyByLinkPage'),
  notReceived: lazyRouteComponent(() => import('../features/links/NotReceivedPage'), 'NotReceivedPage'),
  resendFax: lazyRouteComponent(() => import('../features/links/ResendFaxPage'), 'ResendFaxPage'),
  faxDesk: lazyRouteComponent(() => import('../features/fax/FaxDeskPage'), 'FaxDeskPage'),
  clinicQueue: lazyRouteComponent(() => import('../features/operations/ClinicQueuePage'), 'ClinicQueuePage'),
  queue: lazyRouteComponent(() => import('../features/prescriptions/queue/QueuePage'), 'QueuePage'),
  audit: lazyRouteComponent(() => import('../features/audit/AuditPage'), 'AuditPage'),
  officeInvite: lazyRouteComponent(() => import('../features/accounts/OfficeInvitePage'), 'OfficeInvitePage'),
  problems: lazyRouteComponent(() => import('../features/suggestions/ProblemsPage'), 'ProblemsPage'),
  patients: lazyRouteComponent(() => import('../features/people/PatientsPage'), 'PatientsPage'),
  patient: lazyRouteComponent(() => import('./patient/PatientPage'), 'PatientPage'),
  personalInfoEdit: lazyRouteComponent(
    () => import('./personal-info/PersonalInfoEditPage'),
    'PersonalInfoEditPage',
  ),
} as const;
