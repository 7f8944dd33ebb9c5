// SPDX-License-Identifier: AGPL-3.0-or-later

// The table of routes: address, who may enter, which screen. Screens are loaded when first needed.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Role } from '../api/types';
import { paths, patterns } from '../ui/links/paths';
import { DOCUMENTS, leaveForDocument } from './documents';
import {
  ADMIN_ROLES,
  allowEverybody,
  requireBilling,
  PATIENT_RECORD_ROLES,
  requireLogin,
  requireOfficeLogin,
  PATIENT_ROLES,
  requireRole,
  STAFF_ROLES,
  requireSignedIn,
  requireSignedOut,
  requireSignUp,
} from './guards';
import { pages } from './pages';
import { RouteFailed, RoutePending, StartPending } from './shell/RouteStates';
import { SignedInLayout } from './shell/SignedInLayout';

const root = createRootRoute({ component: Outlet });

// People who come back signed in never see these frames: not part of the first load.
const frames = () => import('./shell/PublicLayout');
const PublicLayout = lazyRouteComponent(frames, 'PublicLayout');
const AuthLayout = lazyRouteComponent(frames, 'AuthLayout');
const BareLayout = lazyRouteComponent(frames, 'BareLayout');

const publicSite = createRoute({ getParentRoute: () => root, id: 'public-site', component: PublicLayout });
const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: AuthLayout });
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSignedIn,
  pendingComponent: StartPending,
  component: SignedInLayout,
});
const withoutNavigation = createRoute({
  getParentRoute: () => root,
  id: 'without-navigation',
  beforeLoad: requireRole(PATIENT_ROLES),
  pendingComponent: StartPending,
  component: BareLayout,
});

type PageName = keyof typeof pages;
type Guard = (entering: { readonly location: { readonly href: string } }) => Promise<void>;

function pageRoute(parent: AnyRoute, screen: PageName, path: string, enter: Guard): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, beforeLoad: enter, component: pages[screen] });
}

const ALL_ROLES: readonly Role[] = [...PATIENT_ROLES, ...STAFF_ROLES];
const anyRole = requireRole(ALL_ROLES);
const patients = requireRole(PATIENT_ROLES);
const patientRecordStaff = requireRole(PATIENT_RECORD_ROLES);
const admin = requireRole(ADMIN_ROLES);
const doctors = requireRole(['ROLE_DOCTOR']);
const office = requireRole(['ROLE_OFFICE']);

const publicSiteRoutes = [
  pageRoute(publicSite, 'registration', patterns.registration, requireSignUp),
  pageRoute(publicSite, 'officeRegistration', patterns.officeRegistration, requireSignedOut),
];

const signedOutRoutes = [
  pageRoute(signedOut, 'signIn', patterns.login, requireLogin),
  pageRoute(signedOut, 'signIn', patterns.loginMessage, requireSignedOut),
  pageRoute(signedOut, 'officeSignIn', patterns.officeLogin, requireOfficeLogin),
  pageRoute(signedOut, 'confirm', patterns.confirm, requireSignedOut),
  pageRoute(signedOut, 'recovery', patterns.recovery, requireSignedOut),
  pageRoute(signedOut, 'recoveryPassword', patterns.recoveryPassword, requireSignedOut),
  pageRoute(signedOut, 'auth', patterns.auth, allowEverybody),
];

const signedInRoutes = [
  pageRoute(signedIn, 'dashboard', patterns.dashboard, anyRole),
  pageRoute(signedIn, 'medicalInfo', patterns.medicalInfo, patients),
  pageRoute(signedIn, 'medicalInfoEdit', patterns.medicalInfoEdit, patients),
  pageRoute(signedIn, 'medicalInfoEdit', patterns.medicalInfoEditFor, doctors),
  pageRoute(signedIn, 'requestReview', patterns.requestReview, patients),
  pageRoute(signedIn, 'requestForm', patterns.requestForm, patients),
  pageRoute(signedIn, 'renew', patterns.renew, patients),
  pageRoute(signedIn, 'prescriptions', patterns.prescriptions, anyRole),
  pageRoute(signedIn, 'prescription', patterns.prescription, anyRole),
  pageRoute(signedIn, 'medicationSearch', patterns.medicationSearch, anyRole),
  pageRoute(signedIn, 'sleepInfo', patterns.sleepInfo, patients),
  pageRoute(signedIn, 'sleepInfoEdit', patterns.sleepInfoEdit, patients),
  pageRoute(signedIn, 'sleepClinics', patterns.sleepClinics, patients),
  pageRoute(signedIn, 'sleepClinic', patterns.sleepClinic, patients),
  pageRoute(signedIn, 'messaging', patterns.messaging, anyRole),
  pageRoute(signedIn, 'faxDesk', patterns.faxDesk, patientRecordStaff),
  pageRoute(signedIn, 'clinicQueue', patterns.clinicQueue, patientRecordStaff),
  pageRoute(signedIn, 'queue', patterns.queue, patientRecordStaff),
  pageRoute(signedIn, 'labExceptions', patterns.labExceptions, doctors),
  pageRoute(signedIn, 'patients', patterns.patients, patientRecordStaff),
  pageRoute(signedIn, 'patient', patterns.patient, patientRecordStaff),
  pageRoute(signedIn, 'personalInfoEdit', patterns.personalInfoEdit, office),
  pageRoute(signedIn, 'audit', patterns.audit, admin),
  pageRoute(signedIn, 'medicationIcd', patterns.medicationIcd, admin),
  pageRoute(signedIn, 'teleFile', patterns.teleFile, requireBilling),
  pageRoute(signedIn, 'remittance', patterns.remittance, admin),
  pageRoute(signedIn, 'manageTele', patterns.manageTele, requireBilling),
  pageRoute(signedIn, 'editInvoice', patterns.editInvoice, requireBilling),
  pageRoute(signedIn, 'invoice', patterns.invoice, requireBilling),
  pageRoute(signedIn, 'invoiceEdit', patterns.invoiceEdit, requireBilling),
  pageRoute(signedIn, 'officeInvite', patterns.officeInvite, admin),
  pageRoute(signedIn, 'staff', patterns.staff, admin),
  pageRoute(signedIn, 'staffAccount', patterns.staffAccount, admin),
  pageRoute(signedIn, 'operations', patterns.operations, admin),
  pageRoute(signedIn, 'problems', patterns.problems, admin),
  pageRoute(signedIn, 'manageDrug', patterns.manageDrug, admin),
  pageRoute(signedIn, 'manageData', patterns.manageData, admin),
  pageRoute(signedIn, 'medicationFilter', patterns.medicationFilter, admin),
  pageRoute(signedIn, 'profile', patterns.profile, anyRole),
];

const documents = DOCUMENTS.map((path) =>
  createRoute({ getParentRoute: () => root, path, beforeLoad: leaveForDocument }),
);

/** Where e-mails lead: without sign-in, and signed in as well (decision 18). */
const emailLinkRoutes = [
  pageRoute(root, 'replyByLink', patterns.replyByLink, allowEverybody),
  pageRoute(root, 'notReceived', patterns.notReceived, allowEverybody),
  pageRoute(root, 'resendFax', patterns.resendFax, allowEverybody),
];

/** Any other path leads to the dashboard (and from there, signed out, to the sign-in page). */
const fallbackRoute = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard(), replace: true });
  },
});

const tree = root.addChildren([
  ...documents,
  publicSite.addChildren(publicSiteRoutes),
  signedOut.addChildren(signedOutRoutes),
  signedIn.addChildren(signedInRoutes),
  withoutNavigation.addChildren([pageRoute(withoutNavigation, 'payment', patterns.payment, patients)]),
  ...emailLinkRoutes,
  fallbackRoute,
]);

export const router = createRouter({
  routeTree: tree,
  scrollRestoration: true,
  defaultPreload: false,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteFailed,
  // Values in the address are words, never JSON: an id of digits stays a text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ).toString();
    return text === '' ? '' : `?${text}`;
  },
});
