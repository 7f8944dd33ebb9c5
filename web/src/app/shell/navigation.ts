// SPDX-License-Identifier: AGPL-3.0-or-later

// The entries of the patients' side bar, in the specification's order; what is not yet possible is
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
import type { PublicSettings, Role, UserView } from '../../api/types';
import { paths } from '../../ui/links/paths';

export interface Entry {
  readonly label: string;
  /** For the bottom bar of a phone. */
  readonly short: string;
  readonly href: string;
  readonly icon: Icon;
  /** Why it cannot be opened yet. */
  readonly locked?: string;
  /** What is counted beside it. */
  readonly counts?: 'messages' | 'problems';
  /** The name above it and those that follow; the daily work has none. */
  readonly group?: 'Office' | 'Medication data' | 'Billing';
  /** Only these roles may open it; everybody of the portal when absent. */
  readonly roles?: readonly Role[];
}

const LOCKED = 'Please add your medical information to unlock the other features.';

/** What of the deployment the entries depend on. */
export type Deployment = Pick<PublicSettings, 'embedded' | 'partnerClinic' | 'billing'>;

/** In partner-embedded mode the partner keeps the profile. */
export function profileEntry({ embedded, partnerClinic }: Deployment): Entry {
  return {
    label: 'Profile',
    short: 'Profile',
    href: paths.profile(),
    icon: IconUserCircle,
    ...(embedded ? { locked: `Your profile is managed by ${partnerClinic.name}.` } : {}),
  };
}

export function patientEntries(user: UserView, deployment: Deployment): readonly Entry[] {
  return [
    {
      label: 'Dashboard',
      short: 'Dashboard',
      href: paths.dashboard(),
      icon: IconLayoutDashboard,
    },
    {
      label: 'Request Prescription',
      short: 'Request',
      href: paths.requestReview(),
      icon: IconPill,
      ...(user.hasMedicalInfo ? {} : { locked: LOCKED }),
    },
    {
      label: 'Prescription History',
      short: 'History',
      href: paths.prescriptions(),
      icon: IconHistory,
    },
    {
      label: 'Medication Search',
      short: 'Search',
      href: paths.medicationSearch(),
      icon: IconSearch,
    },
    profileEntry(deployment),
    {
      label: 'Medical Information',
      short: 'Medical',
      href: paths.medicalInfo(),
      icon: IconClipboardHeart,
    },
    {
      label: 'Messages',
      short: 'Messages',
      href: paths.messaging(),
      icon: IconMail,
      counts: 'messages',
    },
  ];
}
