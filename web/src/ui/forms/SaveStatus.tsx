// SPDX-License-Identifier: AGPL-3.0-or-later

// Where a section stands between an edit and its being kept (options list "profile statuses"), in words
// that are read out when they change.
import { IconCheck } from '@tabler/icons-react';
import classes from './SaveStatus.module.css';

export type ProfileStatus = 'changed' | 'unanswered' | 'updating' | 'saved';

const LABELS: Record<ProfileStatus, string> = {
  changed: 'Unsaved changes',
  unanswered: 'No answer came',
  updating: 'Updating...',
  saved: 'Saved',
};

export function SaveStatus({ status }: { readonly status: ProfileStatus | null }) {
  return (
    <span className={classes['status']} role="status" data-status={status ?? undefined}>
      {status === 'saved' && <IconCheck size={18} aria-hidden="true" />}
      {status === null ? '' : LABELS[status]}
    </span>
  );
}
