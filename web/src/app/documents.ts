// SPDX-License-Identifier: AGPL-3.0-or-later

// The public pages are documents of their own, not screens of the app: a link to one is a journey for
// the browser.
import { paths } from '../ui/links/paths';
import { redirect } from '../ui/links/router';

const arrivedAt = window.location.pathname;

interface Entering {
  readonly location: { readonly href: string; readonly pathname: string };
}

export async function leaveForDocument({ location }: Entering): Promise<void> {
  // The app itself was served for this address (the pages were not drawn): never in a circle.
  if (location.pathname === arrivedAt) throw redirect(paths.login());
  const { pathname, search, hash } = window.location;
  if (`${pathname}${search}${hash}` === location.href) window.location.reload();
  else window.location.replace(location.href);
  // The browser is leaving: nothing is to be drawn meanwhile.
  await new Promise(() => undefined);
}
