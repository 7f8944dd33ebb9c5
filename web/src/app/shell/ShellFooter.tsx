// SPDX-License-Identifier: AGPL-3.0-or-later

// The footer of every signed-in screen: the policies stay in reach (specification 000 section 2). The
// patient page of the office fills the window and scrolls in its columns, so it has none.
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import classes from './ShellFooter.module.css';
import { lazyPart } from '../../ui/chunks';

// Below everything else: not part of the first load.
const PolicyLinks = lazyPart(
  async () => (await import('../../features/public-pages/frame/PolicyLinks')).PolicyLinks,
);

export function ShellFooter() {
  const { pathname } = useLocation();
  if (pathname.startsWith('/patient/')) return null;
  return (
    <footer className={classes['footer']} data-no-print>
      <Suspense>
        <PolicyLinks className={classes['links']} />
      </Suspense>
    </footer>
  );
}
