// The path builder: every address of the web app is written here and nowhere else, so that links,
// routes and tests cannot disagree. It knows addresses, not screens.

type Query = Readonly<Record<string, string | undefined>>;

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The shapes the router is built from. */
export const patterns = {
  home: '/',
  login: '/login',
  loginMessage: '/login/$message',
  officeLogin: '/office-login',
  registration: '/registration',
  confirm: '/confirm',
  dashboard: '/dashboard',
  medicalInfo: '/medicalInfo',
  medicalInfoEdit: '/medicalInfo/edit',
  medicalInfoEditFor: '/medicalInfo/edit/$id',
  requestReview: '/request-prescription/medicalinfo',
  requestForm: '/request-prescription/form',
  payment: '/request-prescription/payment/',
  prescriptions: '/prescriptions',
  prescription: '/prescription/$id',
  medicationSearch: '/medication-search',
  messaging: '/messaging',
  patients: '/patients',
  patient: '/patient/$id',
} as const;

export const paths = {
  home: () => patterns.home,
  login: (query: { next?: string } = {}) => withQuery(patterns.login, query),
  /** `registered` after activation, `recovered` after a new password. */
  loginNotice: (message: 'registered' | 'recovered') => `/login/${message}`,
  officeLogin: (query: { next?: string } = {}) => withQuery(patterns.officeLogin, query),
  /** `step` is zero-based; in the address people read it from one on. */
  registration: (query: { step?: number } = {}) =>
    withQuery(patterns.registration, {
      step: query.step === undefined || query.step === 0 ? undefined : String(query.step + 1),
    }),
  confirm: () => patterns.confirm,
  dashboard: () => patterns.dashboard,
  medicalInfo: () => patterns.medicalInfo,
  medicalInfoEdit: (query: { back?: string } = {}) => withQuery(patterns.medicalInfoEdit, query),
  medicalInfoEditFor: (id: string) => `/medicalInfo/edit/${encodeURIComponent(id)}`,
  requestReview: () => patterns.requestReview,
  requestForm: () => patterns.requestForm,
  payment: (prescription?: string) => withQuery(patterns.payment, { prescription }),
  prescriptions: () => patterns.prescriptions,
  prescription: (id: string) => `/prescription/${encodeURIComponent(id)}`,
  medicationSearch: () => patterns.medicationSearch,
  messaging: () => patterns.messaging,
  patients: () => patterns.patients,
  patient: (id: string, query: { prescription?: string } = {}) =>
    withQuery(`/patient/${encodeURIComponent(id)}`, query),
};

/** A remembered location is followed only inside this site. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) {
    return patterns.dashboard;
  }
  return next;
}
