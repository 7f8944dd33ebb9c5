// SPDX-License-Identifier: AGPL-3.0-or-later

// A keycap, as on the doctor's buttons and in the list of keys.
import classes from './Kbd.module.css';

export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={classes['kbd']}>{children}</kbd>;
}
