// The entries of the two side bars, in the specification's order. What a role may not see is absent;
// what is not yet possible is present and locked.
import {
  type Icon,
  IconBuildingHospital,
  IconClipboardHeart,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconPill,
  IconPrinter,
  IconSearch,
  IconTestPipe,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { PublicSettings, Role, UserView } from '../../api/types';
import { paths } from '../../ui/links/paths';
import { DESK } from '../guards';

export interface Entry {
  readonly label: string;
  /** For the bottom bar of a phone. */
  readonly short: string;
  readonly href: string;
  readonly icon: Icon;
  /** Why it cannot be opened yet. */
  readonly locked?: string;
  /** What is counted beside it. */
  readonly counts?: 'messages';
  /** The name above it and those that follow; the daily work has none. */
  readonly group?: 'Office' | 'Medication data' | 'Billing';
  /** Only these roles may open it; everybody of the portal when absent. */
  readonly roles?: readonly Role[];
}

const LOCKED = 'Please add your medical information to unlock the other features.';

/** What of the deployment the entries depend on. */
type Deployment = Pick<PublicSettings, 'embedded' | 'partnerClinic'>;

/** In partner-embedded mode the partner keeps the profile. */
function profileEntry({ embedded, partnerClinic }: Deployment): Entry {
  return {
    label: 'Profile',
    short: 'Profile',
    href: paths.profile(),
    icon: IconUserCircle,
    ...(embedded ? { locked: `Your profile is kept by ${partnerClinic.name}.` } : {}),
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

/**
 * The daily work in the specification's order, then what administrators have, in
 * theirs: Audit, Office Invite, Suggestions; Manage Data, Manage Drugs, Medication
 * Filter, Medication ICD; Teleplan File, Remittance, Manage Teleplan, Edit Invoice.
 */
export function officeEntries(user: UserView, deployment: Deployment): readonly Entry[] {
  const all: Entry[] = [
    {
      label: 'Dashboard',
      short: 'Dashboard',
      href: paths.dashboard(),
      icon: IconLayoutDashboard,
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
    { label: 'Review queue', short: 'Queue', href: paths.queue(), icon: IconListCheck, roles: DESK },
    { label: 'Patients', short: 'Patients', href: paths.patients(), icon: IconUsers, roles: DESK },
    profileEntry(deployment),
    {
      label: 'Inbox',
      short: 'Inbox',
      href: paths.messaging(),
      icon: IconInbox,
      counts: 'messages',
    },
    { label: 'Fax desk', short: 'Faxes', href: paths.faxDesk(), icon: IconPrinter, roles: DESK },
    { label: 'Clinic queue', short: 'Clinic', href: paths.clinicQueue(), icon: IconBuildingHospital, roles: DESK },
    {
      label: 'Lab exceptions',
      short: 'Labs',
      href: paths.labExceptions(),
      icon: IconTestPipe,
      roles: ['ROLE_DOCTOR'],
    },
  ];
  const isAdmin = user.Role === 'ROLE_ADMIN' || user.isAdmin;
  return all.filter(
    ({ roles }) =>
      roles === undefined || roles.includes(user.Role) || (isAdmin && roles.includes('ROLE_ADMIN')),
  );
}
