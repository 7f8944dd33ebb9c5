// SPDX-License-Identifier: AGPL-3.0-or-later

// The table of routes: a row for each address of the web app says who may enter, which page is shown,
// what is read from the query, and how the side bars name it. The router, the pages to load, both side
// bars and every link come from it. It imports nothing, because the public pages read it too.
// The order of the rows is the order of the side bars, which is the specification's.

/** Who may enter: what each word asks for is written in src/app/guards.ts. */
export type Access =
  | 'document'
  | 'everybody'
  | 'signedOut'
  | 'signUp'
  | 'login'
  | 'officeLogin'
  | 'signedIn'
  | 'patients'
  | 'prescriptionRecords'
  | 'patientRecords'
  | 'doctorsAndOffice'
  | 'doctorsAndAdmin'
  | 'doctors'
  | 'office'
  | 'admin'
  | 'billing';

/** What is around the page; a page without one stands in the frame of signed-in people. */
export type Frame = 'site' | 'auth' | 'bare' | 'none';

/** What a side bar says of a screen. */
export interface Navigation {
  readonly label: string;
  /** For the bottom bar of a phone, where it is not the label. */
  readonly short?: string;
  /** A name in the lists of icons beside the side bars (src/app/shell). */
  readonly icon: string;
  /** What is counted beside it. */
  readonly counts?: 'messages' | 'problems';
  /** The heading above it and those that follow; the daily work has none. */
  readonly group?: 'Office' | 'Medication data' | 'Billing';
}

/** Values after the question mark. */
export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Route {
  /** A part that begins with $ is a parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The page's file and component; a document is no page of the app. */
  readonly page?: string;
  readonly frame?: Frame;
  readonly nav?: Navigation;
  /** What the office's side bar says instead. */
  readonly officeNav?: Navigation;
  /** The names and types that a link may give, and what they are in the address. */
  query?(values: Query): Query;
}

/** The parts of a patient's page by the names they have in its address. */
export type PatientSection =
  | 'prescriptions'
  | 'labtest'
  | 'personal'
  | 'medical'
  | 'sleep'
  | 'sleep-info'
  | 'notes';

export const routes = {
  home: { path: '/', access: 'document', frame: 'none' },
  aboutUs: { path: '/about-us', access: 'document', frame: 'none' },
  faq: { path: '/faq', access: 'document', frame: 'none' },
  blog: { path: '/blog', access: 'document', frame: 'none' },
  blogPost: { path: '/blog/$name', access: 'document', frame: 'none' },
  price: { path: '/price', access: 'document', frame: 'none' },
  fees: { path: '/fees', access: 'document', frame: 'none' },
  privacy: { path: '/privacy', access: 'document', frame: 'none' },
  terms: { path: '/terms', access: 'document', frame: 'none' },
  pharmaNetConsent: { path: '/pharmanet-consent', access: 'document', frame: 'none' },

  login: {
    path: '/login',
    access: 'login',
    frame: 'auth',
    page: 'SignInPage',
    query: (values: { next?: string }) => values,
  },
  /** `registered` after activation, `recovered` after a new password. */
  loginMessage: { path: '/login/$message', access: 'signedOut', frame: 'auth', page: 'SignInPage' },
  officeLogin: {
    path: '/office-login',
    access: 'officeLogin',
    frame: 'auth',
    page: 'OfficeSignInPage',
    query: (values: { next?: string }) => values,
  },
  registration: {
    path: '/registration',
    access: 'signUp',
    frame: 'site',
    page: 'RegistrationPage',
    /** `step` is zero-based; in the address people read it from one on. */
    query: ({ step, ...values }: { step?: number; redirect?: string; token?: string }) => ({
      ...values,
      step: step ? step + 1 : undefined,
    }),
  },
  officeRegistration: {
    path: '/office-registration',
    access: 'signedOut',
    frame: 'site',
    page: 'OfficeRegistrationPage',
    query: (values: { token?: string }) => values,
  },
  confirm: { path: '/confirm', access: 'signedOut', frame: 'auth', page: 'ConfirmPage' },
  recovery: { path: '/recovery', access: 'signedOut', frame: 'auth', page: 'RecoveryPage' },
  recoveryPassword: {
    path: '/recovery/password',
    access: 'signedOut',
    frame: 'auth',
    page: 'RecoveryPasswordPage',
    query: (values: { redirect?: string; token?: string }) => values,
  },
  auth: { path: '/auth/$token', access: 'everybody', frame: 'auth', page: 'AuthTokenPage' },

  // Where emails lead: without sign-in, and signed in as well (decision 18).
  replyByLink: {
    path: '/reply/$personId/$msgId',
    access: 'everybody',
    frame: 'none',
    page: 'ReplyByLinkPage',
  },
  notReceived: {
    path: '/reply/$prescriptionId',
    access: 'everybody',
    frame: 'none',
    page: 'NotReceivedPage',
  },
  resendFax: {
    path: '/fax/$sfaxDetailsID/resend',
    access: 'everybody',
    frame: 'none',
    page: 'ResendFaxPage',
  },

  dashboard: {
    path: '/dashboard',
    access: 'signedIn',
    page: 'DashboardPage',
    nav: { label: 'Dashboard', icon: 'dashboard' },
  },
  requestReview: {
    path: '/request-prescription/medicalinfo',
    access: 'patients',
    page: 'RequestReviewPage',
    nav: { label: 'Request Prescription', short: 'Request', icon: 'pill' },
  },
  requestForm: { path: '/request-prescription/form', access: 'patients', page: 'RequestFormPage' },
  renew: { path: '/request-prescription/renew/$id', access: 'patients', page: 'RenewPage' },
  /** The payment service sends people back with `token`, or with `wallet` when they turned round. */
  payment: {
    path: '/request-prescription/payment/',
    access: 'patients',
    frame: 'bare',
    page: 'PaymentPage',
    query: (values: { prescription?: string; token?: string; wallet?: string }) => values,
  },
  queue: {
    path: '/queue',
    access: 'doctorsAndOffice',
    page: 'WorkQueuePage',
    nav: { label: 'Review queue', icon: 'listCheck' },
    query: (values: { filter?: string; work?: string }) => values,
  },
  prescriptions: {
    path: '/prescriptions',
    access: 'prescriptionRecords',
    page: 'PrescriptionsPage',
    nav: { label: 'Prescription History', short: 'History', icon: 'history' },
    query: (values: { list?: string; late?: string; from?: string; to?: string }) => values,
  },
  prescription: { path: '/prescription/$id', access: 'prescriptionRecords', page: 'RequestDetailPage' },
  medicationSearch: {
    path: '/medication-search',
    access: 'signedIn',
    page: 'MedicationSearchPage',
    nav: { label: 'Medication Search', short: 'Search', icon: 'search' },
  },
  patients: {
    path: '/patients',
    access: 'patientRecords',
    page: 'PatientsPage',
    nav: { label: 'Patients', icon: 'users' },
    query: (values: { q?: string }) => values,
  },
  /** `section` opens that part of the page and closes the others; `item` is scrolled to. */
  patient: {
    path: '/patient/$id',
    access: 'patientRecords',
    page: 'PatientPage',
    query: (values: { section?: PatientSection; item?: string; prescription?: string }) => values,
  },
  personalInfoEdit: { path: '/personal-info/$id/edit', access: 'office', page: 'PersonalInfoEditPage' },
  profile: {
    path: '/profile',
    access: 'signedIn',
    page: 'ProfilePage',
    nav: { label: 'Profile', icon: 'userCircle' },
  },
  medicalInfo: {
    path: '/medicalInfo',
    access: 'patients',
    page: 'MedicalInfoPage',
    nav: { label: 'Medical Information', short: 'Medical', icon: 'clipboardHeart' },
  },
  medicalInfoEdit: {
    path: '/medicalInfo/edit',
    access: 'patients',
    page: 'MedicalInfoEditPage',
    query: (values: { back?: string }) => values,
  },
  medicalInfoEditFor: { path: '/medicalInfo/edit/$id', access: 'doctors', page: 'MedicalInfoEditPage' },
  sleepInfo: { path: '/sleep-info', access: 'patients', page: 'SleepInfoPage' },
  sleepInfoEdit: { path: '/sleep-info/edit', access: 'patients', page: 'SleepInfoEditPage' },
  sleepClinics: { path: '/sleep-clinic', access: 'patients', page: 'SleepClinicsPage' },
  /** A company's branches by its route name; `assessment` is an order that waits to be paid. */
  sleepClinic: {
    path: '/sleep-clinic/$name',
    access: 'patients',
    page: 'SleepClinicPage',
    query: (values: { assessment?: string; token?: string; wallet?: string }) => values,
  },
  /** `message` is the one that is open, `selected` the one that was open last. */
  messaging: {
    path: '/messaging',
    access: 'signedIn',
    page: 'MessagingPage',
    nav: { label: 'Messages', icon: 'mail', counts: 'messages' },
    officeNav: { label: 'Inbox', icon: 'inbox', counts: 'messages' },
    query: (values: { tab?: string; selected?: string; message?: string }) => values,
  },
  /** `state` is a filter of the list; `fax` is the one that is open. */
  faxDesk: {
    path: '/fax-desk',
    access: 'patientRecords',
    page: 'FaxDeskPage',
    nav: { label: 'Fax desk', icon: 'printer' },
    query: (values: { state?: string; fax?: string }) => values,
  },
  clinicQueue: {
    path: '/clinic-queue',
    access: 'patientRecords',
    page: 'ClinicQueuePage',
    nav: { label: 'Clinic queue', icon: 'buildingHospital' },
    query: (values: { state?: string }) => values,
  },
  labExceptions: {
    path: '/lab-exceptions',
    access: 'doctors',
    page: 'LabExceptionsPage',
    nav: { label: 'Lab exceptions', icon: 'testPipe' },
  },

  /** The days are YYYY-MM-DD; a value that makes no sense is as if it were not there. */
  insight: {
    path: '/insight',
    access: 'doctorsAndAdmin',
    page: 'InsightPage',
    nav: { label: 'Insight', icon: 'chartHistogram', group: 'Office' },
    query: (values: { from?: string; to?: string; doctor?: string; payer?: string; compare?: string }) =>
      values,
  },
  audit: {
    path: '/audit',
    access: 'admin',
    page: 'AuditPage',
    nav: { label: 'Audit', icon: 'fingerprint', group: 'Office' },
  },
  staff: {
    path: '/staff',
    access: 'admin',
    page: 'StaffPage',
    nav: { label: 'Staff accounts', icon: 'usersGroup', group: 'Office' },
  },
  staffAccount: { path: '/staff/$id', access: 'admin', page: 'StaffAccountPage' },
  officeInvite: {
    path: '/office-invite',
    access: 'admin',
    page: 'OfficeInvitePage',
    nav: { label: 'Office Invite', icon: 'mailPlus', group: 'Office' },
  },
  problems: {
    path: '/problems',
    access: 'admin',
    page: 'ProblemsPage',
    nav: { label: 'Suggestions', icon: 'bulb', group: 'Office', counts: 'problems' },
  },
  operations: {
    path: '/operations',
    access: 'admin',
    page: 'OperationsPage',
    nav: { label: 'Operations', icon: 'heartbeat', group: 'Office' },
  },
  manageData: {
    path: '/manage-data',
    access: 'admin',
    page: 'ManageDataPage',
    nav: { label: 'Manage Data', icon: 'database', group: 'Medication data' },
  },
  manageDrug: {
    path: '/manage-drug',
    access: 'admin',
    page: 'ManageDrugsPage',
    nav: { label: 'Manage Drugs', icon: 'pill', group: 'Medication data' },
  },
  medicationFilter: {
    path: '/medication-filter',
    access: 'admin',
    page: 'MedicationFilterPage',
    nav: { label: 'Medication Filter', icon: 'filter', group: 'Medication data' },
  },
  medicationIcd: {
    path: '/medication-icd',
    access: 'admin',
    page: 'MedicationIcdPage',
    nav: { label: 'Medication ICD', icon: 'stethoscope', group: 'Medication data' },
  },
  teleFile: {
    path: '/tele-file',
    access: 'billing',
    page: 'TeleFilePage',
    nav: { label: 'Teleplan File', icon: 'fileDollar', group: 'Billing' },
  },
  remittance: {
    path: '/remittance',
    access: 'admin',
    page: 'RemittancePage',
    nav: { label: 'Remittance', icon: 'receipt', group: 'Billing' },
  },
  manageTele: {
    path: '/manage-tele',
    access: 'billing',
    page: 'ManageTelePage',
    nav: { label: 'Manage Teleplan', icon: 'cloudDownload', group: 'Billing' },
  },
  editInvoice: {
    path: '/edit-invoice',
    access: 'billing',
    page: 'InvoicesPage',
    nav: { label: 'Edit Invoice', icon: 'filePencil', group: 'Billing' },
  },
  invoice: { path: '/edit-invoice/$id', access: 'billing', page: 'InvoicePage' },
  invoiceEdit: { path: '/edit-invoice/$id/edit', access: 'billing', page: 'InvoiceEditPage' },
} as const satisfies Readonly<Record<string, Route>>;
