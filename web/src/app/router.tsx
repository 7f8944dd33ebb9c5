// SPDX-License-Identifier: AGPL-3.0-or-later

// The router's rows, made from the table of routes (src/ui/links/routes.ts): frames, guards and pages meet here.
// Pages are loaded when first needed.
import { loadChunk } from '../ui/chunks';
import { paths } from '../ui/links/paths';
import {
  browserHistory,
  type Frame as Around,
  lazyPage,
  redirect,
  Router,
  type Row,
} from '../ui/links/router';
import { type Frame, type Route, routes } from '../ui/links/routes';
import { guards, requireSignedIn } from './guards';
import { pageNamed } from './pages';
import { RouteFailed, RoutePending, StartPending } from './shell/RouteStates';
import { SignedInLayout } from './shell/SignedInLayout';

// People who come back signed in never see these frames: not part of the first load.
const layouts = () => loadChunk(() => import('./shell/PublicLayout'));

const signedIn: Around = { guard: requireSignedIn, pending: StartPending, component: SignedInLayout };

const frames: Readonly<Record<Frame, Around | undefined>> = {
  site: { component: lazyPage(async () => (await layouts()).PublicLayout) },
  auth: { component: lazyPage(async () => (await layouts()).AuthLayout) },
  bare: { ...signedIn, component: lazyPage(async () => (await layouts()).BareLayout) },
  none: undefined,
};

const rows = Object.values<Route>(routes).map(
  ({ path, access, page, frame }): Row => ({
    path,
    guard: guards[access],
    frame: frame === undefined ? signedIn : frames[frame],
    ...(page === undefined ? {} : { page: pageNamed(page, access) }),
  }),
);

/** Any other path leads to the dashboard (and from there, signed out, to the sign-in page). */
const otherwise: Row = {
  path: '',
  guard: async () => {
    throw redirect(paths.dashboard());
  },
};

export const router = new Router(
  { rows, otherwise, pending: RoutePending, failed: RouteFailed },
  browserHistory,
);
