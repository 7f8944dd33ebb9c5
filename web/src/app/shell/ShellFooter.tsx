// SPDX-License-Identifier: AGPL-3.0-or-later

// The footer of the patients' screens: the policies stay in reach (specification 000 section 2). The
// office has them under Profile, because its screens fill the window.
import { Suspense } from 'react';
import classes from './ShellFooter.module.css';
import { lazyPart } from '../../ui/chunks';

// Below everything else: not part of the first load.
const PolicyLinks = lazyPart(
  async () => (await import('../../features/public-pages/frame/PolicyLinks')).PolicyLinks,
);

export function ShellFooter() {
  return (
    <footer className={classes['footer']}>
      <Suspense>
        <PolicyLinks className={classes['links']} />
      </Suspense>
    </footer>
  );
}
