// SPDX-License-Identifier: AGPL-3.0-or-later

// The entries of the patients' side bar, in the order of the table of routes; what is not yet possible is
// present and locked. The office's are in officeNavigation.ts: patients do not load them.
import {
  type Icon,
  IconClipboardHeart,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconPill,
  IconSearch,
  IconUserCircle,
} from '@tabler/icons-react';
import type { PublicSettings, UserView } from '../../api/generated/schema';
import type { Address } from '../../ui/links/paths';
import { type Navigation, routes } from '../../ui/links/routes';

/** An entry as a side bar draws it. */
export interface Entry extends Omit<Navigation, 'icon'> {
  readonly href: Address;
  readonly icon: Icon;
  /** Why it cannot be opened yet. */
  readonly locked?: string | undefined;
}

/** The pictures of the patients' entries by the names in the table of routes. */
export const patientIcons = {
  clipboardHeart: IconClipboardHeart,
  dashboard: IconLayoutDashboard,
  history: IconHistory,
  mail: IconMail,
  pill: IconPill,
  search: IconSearch,
  userCircle: IconUserCircle,
};

/** What of the deployment the entries depend on. */
export type Deployment = Pick<PublicSettings, 'embedded' | 'partnerClinic' | 'billing'>;

/** In partner-embedded mode the partner keeps the profile. */
export function profileLock({ embedded, partnerClinic }: Deployment): string | undefined {
  return embedded ? `Your profile is managed by ${partnerClinic.name}.` : undefined;
}

/** The patients' entries: what every role may open, and what is for patients. */
export function patientEntries(user: UserView, deployment: Deployment): readonly Entry[] {
  const locked: Readonly<Record<string, string | undefined>> = {
    [routes.profile.path]: profileLock(deployment),
    [routes.requestReview.path]: user.hasMedicalInfo
      ? undefined
      : 'Please add your medical information to unlock the other features.',
  };
  return Object.values(routes).flatMap((row) =>
    'nav' in row &&
    (row.access === 'patients' || row.access === 'signedIn' || row.access === 'prescriptionRecords')
      ? [{ ...row.nav, href: row.path, icon: patientIcons[row.nav.icon], locked: locked[row.path] }]
      : [],
  );
}
