// SPDX-License-Identifier: AGPL-3.0-or-later

// A file of its own: few pages need it, and none of them comes first.
import { Loader } from '@mantine/core';
import classes from './states.module.css';

/** Blocks the page while a payment or a fax is on its way, and only then. */
export function BusyOverlay({ visible }: { readonly visible: boolean }) {
  if (!visible) return null;
  return (
    <div className={classes['overlay']} role="status">
      <div>
        <Loader size={32} />
        <span>Please be patient. This may take a while.</span>
      </div>
    </div>
  );
}
