// SPDX-License-Identifier: AGPL-3.0-or-later

// The entries of the office's side bar, in the order of the table of routes: the daily work, then what
// administrators have. What a role may not see is absent.
import {
  type Icon,
  IconBuildingHospital,
  IconBulb,
  IconChartHistogram,
  IconCloudDownload,
  IconDatabase,
  IconFileDollar,
  IconFilePencil,
  IconFilter,
  IconFingerprint,
  IconHeartbeat,
  IconInbox,
  IconListCheck,
  IconMailPlus,
  IconPrinter,
  IconReceipt,
  IconStethoscope,
  IconTestPipe,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { UserView } from '../../api/generated/schema';
import { routes } from '../../ui/links/routes';
import { mayEnter } from '../guards';
import { type Deployment, type Entry, patientIcons, profileLock } from './navigation';

/** The pictures of the office's entries by the names in the table of routes. */
const icons = {
  ...patientIcons,
  buildingHospital: IconBuildingHospital,
  bulb: IconBulb,
  chartHistogram: IconChartHistogram,
  cloudDownload: IconCloudDownload,
  database: IconDatabase,
  fileDollar: IconFileDollar,
  filePencil: IconFilePencil,
  filter: IconFilter,
  fingerprint: IconFingerprint,
  heartbeat: IconHeartbeat,
  inbox: IconInbox,
  listCheck: IconListCheck,
  mailPlus: IconMailPlus,
  printer: IconPrinter,
  receipt: IconReceipt,
  stethoscope: IconStethoscope,
  testPipe: IconTestPipe,
  users: IconUsers,
  usersGroup: IconUsersGroup,
} satisfies Readonly<Record<string, Icon>>;

/** The entries that a person of the clinic may open, while their part of the deployment is switched on. */
export function officeEntries(user: UserView, deployment: Deployment): readonly Entry[] {
  const entries: readonly Entry[] = Object.values(routes).flatMap((row) => {
    if (!('nav' in row) || !mayEnter(user, row.access)) return [];
    const nav = 'officeNav' in row ? row.officeNav : row.nav;
    const locked = row.path === routes.profile.path ? profileLock(deployment) : undefined;
    return [{ ...nav, href: row.path, icon: icons[nav.icon], locked }];
  });
  return deployment.billing ? entries : entries.filter(({ group }) => group !== 'Billing');
}
