// SPDX-License-Identifier: AGPL-3.0-or-later

// What somebody sees first. Patients get their live request, staff their inbox; the two share nothing
// but the address, so each is loaded on its own.
import { Suspense } from 'react';
import { useMe } from '../../api/session';
import { Loading } from '../../ui/feedback/states';
import { Page } from '../../ui/page/Page';
import { PatientDashboard } from './PatientDashboard';
import { lazyPart } from '../../ui/chunks';

const StaffDashboard = lazyPart(async () => (await import('./StaffDashboard')).StaffDashboard);

export function DashboardPage() {
  const me = useMe();
  if (me.Role === 'ROLE_PATIENT') return <PatientDashboard me={me} />;
  return (
    <Suspense
      fallback={
        <Page title="Dashboard">
          <Loading />
        </Page>
      }
    >
      <StaffDashboard me={me} />
    </Suspense>
  );
}
