// SPDX-License-Identifier: AGPL-3.0-or-later

// The router, made from the table of routes (src/ui/links/routes.ts): frames, guards and pages meet here.
// Pages are loaded when first needed.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { loadChunk } from '../ui/chunks';
import { paths } from '../ui/links/paths';
import { type Frame, type Route, routes } from '../ui/links/routes';
import { guards, requireSignedIn } from './guards';
import { pageNamed } from './pages';
import { RouteFailed, RoutePending, StartPending } from './shell/RouteStates';
import { SignedInLayout } from './shell/SignedInLayout';

const root = createRootRoute({ component: Outlet });

// People who come back signed in never see these frames: not part of the first load.
const frames = () => loadChunk(() => import('./shell/PublicLayout'));
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
  beforeLoad: requireSignedIn,
  pendingComponent: StartPending,
  component: BareLayout,
});

/** The routes of one frame, a row of the table each. */
function routesIn(parent: AnyRoute, frame?: Frame): readonly AnyRoute[] {
  const rows: readonly Route[] = Object.values(routes);
  return rows
    .filter((row) => row.frame === frame)
    .map(({ path, access, page }) =>
      createRoute({
        getParentRoute: () => parent,
        path,
        beforeLoad: guards[access],
        component: page === undefined ? undefined : pageNamed(page, access),
      }),
    );
}

/** Any other path leads to the dashboard (and from there, signed out, to the sign-in page). */
const fallbackRoute = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard(), replace: true });
  },
});

const tree = root.addChildren([
  publicSite.addChildren(routesIn(publicSite, 'site')),
  signedOut.addChildren(routesIn(signedOut, 'auth')),
  withoutNavigation.addChildren(routesIn(withoutNavigation, 'bare')),
  signedIn.addChildren(routesIn(signedIn)),
  ...routesIn(root, 'none'),
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

/** The first page may show that it is on the way; from then on a page stays until the next one is here. */
const ready = router.subscribe('onRendered', () => {
  ready();
  router.options.defaultPendingMs = Number.POSITIVE_INFINITY;
});
