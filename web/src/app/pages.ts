// The screens, each a chunk of its own that is loaded when it is first opened.
import { lazyRouteComponent } from '@tanstack/react-router';

export const pages = {
  landing: lazyRouteComponent(() => import('../features/accounts/LandingPage'), 'LandingPage'),
  registration: lazyRouteComponent(() => import('../features/accounts/RegistrationPage'), 'RegistrationPage'),
  signIn: lazyRouteComponent(() => import('../features/accounts/SignInPage'), 'SignInPage'),
  officeSignIn: lazyRouteComponent(() => import('../features/accounts/OfficeSignInPage'), 'OfficeSignInPage'),
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
  messaging: lazyRouteComponent(() => import('../features/messages/InboxPage'), 'InboxPage'),
  patients: lazyRouteComponent(() => import('../features/people/PatientsPage'), 'PatientsPage'),
  patient: lazyRouteComponent(() => import('./patient/PatientPage'), 'PatientPage'),
} as const;
