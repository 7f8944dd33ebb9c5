// SPDX-License-Identifier: AGPL-3.0-or-later

// The entries of the office's side bar. What a role may not see is absent.
import {
  IconBuildingHospital,
  IconBulb,
  IconCloudDownload,
  IconDatabase,
  IconFileDollar,
  IconFilePencil,
  IconReceipt,
  IconStethoscope,
  IconFilter,
  IconFingerprint,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconMailPlus,
  IconPill,
  IconPrinter,
  IconSearch,
  IconTestPipe,
  IconUsers,
  IconUsersGroup,
  IconHeartbeat,
} from '@tabler/icons-react';
import type { UserView } from '../../api/types';
import { paths } from '../../ui/links/paths';
import { ADMIN_ROLES, PATIENT_RECORD_ROLES } from '../guards';
import { type Deployment, type Entry, profileEntry } from './navigation';

/** What administrators have, under the name of a group. */
function under(
  group: NonNullable<Entry['group']>,
  entries: readonly Omit<Entry, 'roles' | 'group'>[],
): Entry[] {
  return entries.map((entry) => ({ ...entry, group, roles: ADMIN_ROLES }));
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
      label: 'Review queue',
      short: 'Queue',
      href: paths.queue(),
      icon: IconListCheck,
      roles: PATIENT_RECORD_ROLES,
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
    {
      label: 'Patients',
      short: 'Patients',
      href: paths.patients(),
      icon: IconUsers,
      roles: PATIENT_RECORD_ROLES,
    },
    profileEntry(deployment),
    {
      label: 'Inbox',
      short: 'Inbox',
      href: paths.messaging(),
      icon: IconInbox,
      counts: 'messages',
    },
    {
      label: 'Fax desk',
      short: 'Faxes',
      href: paths.faxDesk(),
      icon: IconPrinter,
      roles: PATIENT_RECORD_ROLES,
    },
    {
      label: 'Clinic queue',
      short: 'Clinic',
      href: paths.clinicQueue(),
      icon: IconBuildingHospital,
      roles: PATIENT_RECORD_ROLES,
    },
    {
      label: 'Lab exceptions',
      short: 'Labs',
      href: paths.labExceptions(),
      icon: IconTestPipe,
      roles: ['ROLE_DOCTOR'],
    },
    ...under('Office', [
      { label: 'Audit', short: 'Audit', href: paths.audit(), icon: IconFingerprint },
      {
        label: 'Staff accounts',
        short: 'Staff',
        href: paths.staff(),
        icon: IconUsersGroup,
      },
      { label: 'Office Invite', short: 'Invite', href: paths.officeInvite(), icon: IconMailPlus },
      {
        label: 'Suggestions',
        short: 'Suggest',
        href: paths.problems(),
        icon: IconBulb,
        counts: 'problems',
      },
      {
        label: 'Operations',
        short: 'Operations',
        href: paths.operations(),
        icon: IconHeartbeat,
      },
    ]),
    ...under('Medication data', [
      { label: 'Manage Data', short: 'Data', href: paths.manageData(), icon: IconDatabase },
      { label: 'Manage Drugs', short: 'Drugs', href: paths.manageDrug(), icon: IconPill },
      {
        label: 'Medication Filter',
        short: 'Filter',
        href: paths.medicationFilter(),
        icon: IconFilter,
      },
      {
        label: 'Medication ICD',
        short: 'ICD',
        href: paths.medicationIcd(),
        icon: IconStethoscope,
      },
    ]),
    ...(deployment.billing
      ? under('Billing', [
          {
            label: 'Teleplan File',
            short: 'Claims',
            href: paths.teleFile(),
            icon: IconFileDollar,
          },
          { label: 'Remittance', short: 'Paid', href: paths.remittance(), icon: IconReceipt },
          {
            label: 'Manage Teleplan',
            short: 'Teleplan',
            href: paths.manageTele(),
            icon: IconCloudDownload,
          },
          {
            label: 'Edit Invoice',
            short: 'Invoices',
            href: paths.editInvoice(),
            icon: IconFilePencil,
          },
        ])
      : []),
  ];
  const isAdmin = user.Role === 'ROLE_ADMIN' || user.isAdmin;
  return all.filter(
    ({ roles }) =>
      roles === undefined || roles.includes(user.Role) || (isAdmin && roles.includes('ROLE_ADMIN')),
  );
}
