// SPDX-License-Identifier: AGPL-3.0-or-later

// The red outlined tags about a patient's coverage, and the berry PRIVATE tag. The words are the
// caller's: the inbox and the patient page spell two of them differently.
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import classes from './StatusBadge.module.css';

export function EligibilityTag({ label }: { readonly label: string }) {
  const isPrivate = label === 'PRIVATE';
  return (
    <span className={classes['tag']} data-tone={isPrivate ? 'private' : 'alert'}>
      {isPrivate ? (
        <IconWallet size={14} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={14} aria-hidden="true" />
      )}
      {label}
    </span>
  );
}
