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
  ADMIN,
  anybody,
  billingOnly,
  DESK,
  loginDoor,
  officeDoorOnly,
  PATIENT,
  rolesOnly,
  STAFF,
  signedInOnly,
  signedOutOnly,
  signUpDoor,
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

const site = createRoute({ getParentRoute: () => root, id: 'site', component: PublicLayout });
const door = createRoute({ getParentRoute: () => root, id: 'door', component: AuthLayout });
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: signedInOnly,
  pendingComponent: StartPending,
  component: SignedInLayout,
});
const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  beforeLoad: rolesOnly(PATIENT),
  pendingComponent: StartPending,
  component: BareLayout,
});

type Screen = keyof typeof pages;
type Enter = (entering: { readonly location: { readonly href: string } }) => Promise<void>;

function place(parent: AnyRoute, screen: Screen, path: string, enter: Enter): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, beforeLoad: enter, component: pages[screen] });
}

const ALL: readonly Role[] = [...PATIENT, ...STAFF];
const anyRole = rolesOnly(ALL);
const patients = rolesOnly(PATIENT);
const desk = rolesOnly(DESK);
const admin = rolesOnly(ADMIN);
const doctors = rolesOnly(['ROLE_DOCTOR']);
const office = rolesOnly(['ROLE_OFFICE']);

const sitePlaces = [
  place(site, 'registration', patterns.registration, signUpDoor),
  place(site, 'officeRegistration', patterns.officeRegistration, signedOutOnly),
];

const doorPlaces = [
  place(door, 'signIn', patterns.login, loginDoor),
  place(door, 'signIn', patterns.loginMessage, signedOutOnly),
  place(door, 'officeSignIn', patterns.officeLogin, officeDoorOnly),
  place(door, 'confirm', patterns.confirm, signedOutOnly),
  place(door, 'recovery', patterns.recovery, signedOutOnly),
  place(door, 'recoveryPassword', patterns.recoveryPassword, signedOutOnly),
  place(door, 'auth', patterns.auth, anybody),
];

const shellPlaces = [
  place(shell, 'dashboard', patterns.dashboard, anyRole),
  place(shell, 'medicalInfo', patterns.medicalInfo, patients),
  place(shell, 'medicalInfoEdit', patterns.medicalInfoEdit, patients),
  place(shell, 'medicalInfoEdit', patterns.medicalInfoEditFor, doctors),
  place(shell, 'requestReview', patterns.requestReview, patients),
  place(shell, 'requestForm', patterns.requestForm, patients),
  place(shell, 'renew', patterns.renew, patients),
  place(shell, 'prescriptions', patterns.prescriptions, anyRole),
  place(shell, 'prescription', patterns.prescription, anyRole),
  place(shell, 'medicationSearch', patterns.medicationSearch, anyRole),
  place(shell, 'sleepInfo', patterns.sleepInfo, patients),
  place(shell, 'sleepInfoEdit', patterns.sleepInfoEdit, patients),
  place(shell, 'sleepClinics', patterns.sleepClinics, patients),
  place(shell, 'sleepClinic', patterns.sleepClinic, patients),
  place(shell, 'messaging', patterns.messaging, anyRole),
  place(shell, 'faxDesk', patterns.faxDesk, desk),
  place(shell, 'clinicQueue', patterns.clinicQueue, desk),
  place(shell, 'queue', patterns.queue, desk),
  place(shell, 'labExceptions', patterns.labExceptions, doctors),
  place(shell, 'patients', patterns.patients, desk),
  place(shell, 'patient', patterns.patient, desk),
  place(shell, 'personalInfoEdit', patterns.personalInfoEdit, office),
  place(shell, 'audit', patterns.audit, admin),
  place(shell, 'medicationIcd', patterns.medicationIcd, admin),
  place(shell, 'teleFile', patterns.teleFile, billingOnly),
  place(shell, 'remittance', patterns.remittance, admin),
  place(shell, 'manageTele', patterns.manageTele, billingOnly),
  place(shell, 'editInvoice', patterns.editInvoice, billingOnly),
  place(shell, 'invoice', patterns.invoice, billingOnly),
  place(shell, 'invoiceEdit', patterns.invoiceEdit, billingOnly),
  place(shell, 'officeInvite', patterns.officeInvite, admin),
  place(shell, 'staff', patterns.staff, admin),
  place(shell, 'staffAccount', patterns.staffAccount, admin),
  place(shell, 'operations', patterns.operations, admin),
  place(shell, 'problems', patterns.problems, admin),
  place(shell, 'manageDrug', patterns.manageDrug, admin),
  place(shell, 'manageData', patterns.manageData, admin),
  place(shell, 'medicationFilter', patterns.medicationFilter, admin),
  place(shell, 'profile', patterns.profile, anyRole),
];

const documents = DOCUMENTS.map((path) =>
  createRoute({ getParentRoute: () => root, path, beforeLoad: leaveForDocument }),
);

/** Where e-mails lead: without sign-in, and signed in as well (decision 18). */
const linkPlaces = [
  place(root, 'replyByLink', patterns.replyByLink, anybody),
  place(root, 'notReceived', patterns.notReceived, anybody),
  place(root, 'resendFax', patterns.resendFax, anybody),
];

/** Any other path leads to the dashboard (and from there, signed out, to the sign-in page). */
const anywhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard(), replace: true });
  },
});

const tree = root.addChildren([
  ...documents,
  site.addChildren(sitePlaces),
  door.addChildren(doorPlaces),
  shell.addChildren(shellPlaces),
  bare.addChildren([place(bare, 'payment', patterns.payment, patients)]),
  ...linkPlaces,
  anywhere,
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
