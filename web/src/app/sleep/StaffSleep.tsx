// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The section of pending sleep assessments on the patient page. The dialog with
 * its pages is fetched when it is opened, because drawing them takes a large
 * library.
 */
import { Suspense } from 'react';

import { useMe } from '../../api/session';
import { PendingSleep } from '../../features/sleep-studies/staff/PendingSleep';
import type { SleepDialogSlot } from '../../features/sleep-studies/staff/SleepHistory';
import { lazyPart } from '../../ui/chunks';

const StaffSleepDialog = lazyPart(async () => (await import('./StaffSleepDialog')).StaffSleepDialog);

const openDialog: SleepDialogSlot = (order, mayAct, onClose) => (
  <Suspense fallback={null}>
    <StaffSleepDialog order={order} mayAct={mayAct} onClose={onClose} />
  </Suspense>
);

interface StaffSleepProps {
  personId: string;
  /** The order that a message led to. */
  openItem?: string | undefined;
}

export function StaffSleep({ personId, openItem }: StaffSleepProps) {
  const { Role } = useMe();
  const mayAct = Role === 'ROLE_DOCTOR' || Role === 'ROLE_OFFICE';
  return <PendingSleep personId={personId} openItem={openItem} mayAct={mayAct} dialog={openDialog} />;
}
