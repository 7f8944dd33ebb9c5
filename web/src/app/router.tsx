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
import { officeDoorOnly, PATIENT, rolesOnly, STAFF, signedInOnly, signedOutOnly } from './guards';
import { hasPage, page } from './pages';
import { RouteFailed, RoutePending } from './shell/RouteStates';
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
  component: SignedInLayout,
});
const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  beforeLoad: rolesOnly(PATIENT),
  component: BareLayout,
});

interface Place {
  readonly path: string;
  readonly page: string;
  readonly roles?: readonly Role[];
}

const ALL: readonly Role[] = [...PATIENT, ...STAFF];

const shellPlaces: readonly Place[] = [
  { path: patterns.dashboard, page: 'DashboardPage', roles: ALL },
  { path: patterns.medicalInfo, page: 'MedicalInfoPage', roles: PATIENT },
  { path: patterns.medicalInfoEdit, page: 'MedicalInfoEditPage', roles: PATIENT },
  { path: patterns.medicalInfoEditFor, page: 'MedicalInfoEditPage', roles: STAFF },
  { path: patterns.requestReview, page: 'RequestReviewPage', roles: PATIENT },
  { path: patterns.requestForm, page: 'RequestFormPage', roles: PATIENT },
  { path: patterns.prescriptions, page: 'PrescriptionsPage', roles: ALL },
  { path: patterns.prescription, page: 'PrescriptionPage', roles: ALL },
  { path: patterns.medicationSearch, page: 'MedicationSearchPage', roles: ALL },
  { path: patterns.messaging, page: 'InboxPage', roles: ALL },
  { path: patterns.patients, page: 'PatientsPage', roles: STAFF },
  { path: patterns.patient, page: 'PatientPage', roles: STAFF },
];

interface Open {
  readonly path: string;
  readonly page: string;
  readonly enter?: () => Promise<void>;
}

const sitePlaces: readonly Open[] = [
  { path: patterns.home, page: 'LandingPage' },
  { path: patterns.registration, page: 'RegistrationPage' },
];

const doorPlaces: readonly Open[] = [
  { path: patterns.login, page: 'SignInPage' },
  { path: patterns.loginMessage, page: 'SignInPage' },
  { path: patterns.officeLogin, page: 'OfficeSignInPage', enter: officeDoorOnly },
  { path: patterns.confirm, page: 'ConfirmPage' },
];

function inShell(place: Place): AnyRoute {
  return createRoute({
    getParentRoute: () => shell,
    path: place.path,
    beforeLoad: rolesOnly(place.roles ?? ALL),
    component: page(place.page),
  });
}

function inside(parent: AnyRoute) {
  return (place: Open): AnyRoute =>
    createRoute({
      getParentRoute: () => parent,
      path: place.path,
      beforeLoad: place.enter ?? signedOutOnly,
      component: page(place.page),
    });
}

const payment = (): AnyRoute =>
  createRoute({ getParentRoute: () => bare, path: patterns.payment, component: page('PaymentPage') });

/** Any other path leads to the dashboard (and from there, signed out, to the sign-in page). */
const anywhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard(), replace: true });
  },
});

const exists = (place: { readonly page: string }): boolean => hasPage(place.page);

const tree = root.addChildren([
  site.addChildren(sitePlaces.filter(exists).map(inside(site))),
  door.addChildren(doorPlaces.filter(exists).map(inside(door))),
  shell.addChildren(shellPlaces.filter(exists).map(inShell)),
  bare.addChildren(hasPage('PaymentPage') ? [payment()] : []),
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
