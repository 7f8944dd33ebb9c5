// SPDX-License-Identifier: AGPL-3.0-or-later

// The path builder: every address of the web app is written here and nowhere else, so that links,
// routes and tests cannot disagree. It knows addresses, not screens.

type Query = Readonly<Record<string, string | undefined>>;

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
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

/** The shapes the router is built from. */
export const patterns = {
  home: '/',
  aboutUs: '/about-us',
  faq: '/faq',
  blog: '/blog',
  blogPost: '/blog/$name',
  price: '/price',
  fees: '/fees',
  privacy: '/privacy',
  terms: '/terms',
  pharmaNetConsent: '/pharmanet-consent',
  login: '/login',
  loginMessage: '/login/$message',
  officeLogin: '/office-login',
  officeRegistration: '/office-registration',
  recovery: '/recovery',
  recoveryPassword: '/recovery/password',
  auth: '/auth/$token',
  registration: '/registration',
  confirm: '/confirm',
  dashboard: '/dashboard',
  medicalInfo: '/medicalInfo',
  medicalInfoEdit: '/medicalInfo/edit',
  medicalInfoEditFor: '/medicalInfo/edit/$id',
  requestReview: '/request-prescription/medicalinfo',
  requestForm: '/request-prescription/form',
  renew: '/request-prescription/renew/$id',
  payment: '/request-prescription/payment/',
  prescriptions: '/prescriptions',
  prescription: '/prescription/$id',
  medicationSearch: '/medication-search',
  sleepInfo: '/sleep-info',
  sleepInfoEdit: '/sleep-info/edit',
  sleepClinics: '/sleep-clinic',
  sleepClinic: '/sleep-clinic/$name',
  messaging: '/messaging',
  replyByLink: '/reply/$personId/$msgId',
  notReceived: '/reply/$prescriptionId',
  resendFax: '/fax/$sfaxDetailsID/resend',
  faxDesk: '/fax-desk',
  medicationIcd: '/medication-icd',
  teleFile: '/tele-file',
  remittance: '/remittance',
  manageTele: '/manage-tele',
  editInvoice: '/edit-invoice',
  invoice: '/edit-invoice/$id',
  invoiceEdit: '/edit-invoice/$id/edit',
  clinicQueue: '/clinic-queue',
  queue: '/queue',
  labExceptions: '/lab-exceptions',
  patients: '/patients',
  patient: '/patient/$id',
  personalInfoEdit: '/personal-info/$id/edit',
  audit: '/audit',
  officeInvite: '/office-invite',
  staff: '/staff',
  staffAccount: '/staff/$id',
  operations: '/operations',
  problems: '/problems',
  manageDrug: '/manage-drug',
  manageData: '/manage-data',
  medicationFilter: '/medication-filter',
  profile: '/profile',
} as const;

export const paths = {
  home: () => patterns.home,
  aboutUs: () => patterns.aboutUs,
  faq: () => patterns.faq,
  blog: () => patterns.blog,
  blogPost: (name: string) => `/blog/${encodeURIComponent(name)}`,
  price: () => patterns.price,
  fees: () => patterns.fees,
  privacy: () => patterns.privacy,
  terms: () => patterns.terms,
  pharmaNetConsent: () => patterns.pharmaNetConsent,
  login: (query: { next?: string } = {}) => withQuery(patterns.login, query),
  /** `registered` after activation, `recovered` after a new password. */
  loginNotice: (message: 'registered' | 'recovered') => `/login/${message}`,
  officeLogin: (query: { next?: string } = {}) => withQuery(patterns.officeLogin, query),
  officeRegistration: (query: { token?: string } = {}) => withQuery(patterns.officeRegistration, query),
  recovery: () => patterns.recovery,
  recoveryPassword: (query: { redirect?: string; token?: string } = {}) =>
    withQuery(patterns.recoveryPassword, query),
  /** `step` is zero-based; in the address people read it from one on. */
  registration: (query: { step?: number; redirect?: string; token?: string } = {}) =>
    withQuery(patterns.registration, {
      redirect: query.redirect,
      token: query.token,
      step: query.step === undefined || query.step === 0 ? undefined : String(query.step + 1),
    }),
  confirm: () => patterns.confirm,
  dashboard: () => patterns.dashboard,
  medicalInfo: () => patterns.medicalInfo,
  medicalInfoEdit: (query: { back?: string } = {}) => withQuery(patterns.medicalInfoEdit, query),
  medicalInfoEditFor: (id: string) => `/medicalInfo/edit/${encodeURIComponent(id)}`,
  requestReview: () => patterns.requestReview,
  requestForm: () => patterns.requestForm,
  renew: (prescriptionId: string) => `/request-prescription/renew/${encodeURIComponent(prescriptionId)}`,
  payment: (prescription?: string) => withQuery(patterns.payment, { prescription }),
  prescriptions: () => patterns.prescriptions,
  prescription: (id: string) => `/prescription/${encodeURIComponent(id)}`,
  medicationSearch: () => patterns.medicationSearch,
  sleepInfo: () => patterns.sleepInfo,
  sleepInfoEdit: () => patterns.sleepInfoEdit,
  sleepClinics: () => patterns.sleepClinics,
  /** A company's branches by its route name; `assessment` is an order that waits to be paid. */
  sleepClinic: (name: string, query: { assessment?: string } = {}) =>
    withQuery(`/sleep-clinic/${encodeURIComponent(name)}`, query),
  /** `selected` is the message that was open last. */
  messaging: (query: { tab?: string | undefined; selected?: string } = {}) =>
    withQuery(patterns.messaging, query),
  message: (id: string, query: { tab?: string | undefined } = {}) =>
    withQuery(patterns.messaging, { ...query, message: id }),
  queue: () => patterns.queue,
  labExceptions: () => patterns.labExceptions,
  patients: () => patterns.patients,
  /** `section` opens that part of the page and closes the others; `item` is scrolled to. */
  patient: (id: string, query: { section?: PatientSection | undefined; item?: string | undefined } = {}) =>
    withQuery(`/patient/${encodeURIComponent(id)}`, query),
  personalInfoEdit: (id: string) => `/personal-info/${encodeURIComponent(id)}/edit`,
  audit: () => patterns.audit,
  officeInvite: () => patterns.officeInvite,
  staff: () => patterns.staff,
  staffAccount: (id: string) => `/staff/${encodeURIComponent(id)}`,
  operations: () => patterns.operations,
  problems: () => patterns.problems,
  manageDrug: () => patterns.manageDrug,
  manageData: () => patterns.manageData,
  medicationFilter: () => patterns.medicationFilter,
  profile: () => patterns.profile,
  /** `state` is a filter of the list; `fax` is the one that is open. */
  medicationIcd: () => patterns.medicationIcd,
  teleFile: () => patterns.teleFile,
  remittance: () => patterns.remittance,
  manageTele: () => patterns.manageTele,
  editInvoice: () => patterns.editInvoice,
  invoice: (billId: string) => `/edit-invoice/${encodeURIComponent(billId)}`,
  invoiceEdit: (billId: string) => `/edit-invoice/${encodeURIComponent(billId)}/edit`,
  faxDesk: (query: { state?: string | undefined; fax?: string | undefined } = {}) =>
    withQuery(patterns.faxDesk, query),
  clinicQueue: (query: { state?: string | undefined } = {}) => withQuery(patterns.clinicQueue, query),
};

/** A remembered location is followed only inside this site. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) {
    return patterns.dashboard;
  }
  return next;
}
