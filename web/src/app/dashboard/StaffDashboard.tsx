// SPDX-License-Identifier: AGPL-3.0-or-later

// The first page of staff is their work (decision 224): of doctors and the office the day, of customer service the
// inbox, of administrators the state of the installation.
import { Suspense } from 'react';
import type { UserView } from '../../api/generated/schema';
import { lazyPart } from '../../ui/chunks';
import { TodayPage } from './today/TodayPage';

const MessagingPage = lazyPart(async () => (await import('../messaging/MessagingPage')).MessagingPage);
const InstallationPage = lazyPart(async () => (await import('./InstallationPage')).InstallationPage);

export function StaffDashboard({ me }: { readonly me: UserView }) {
  switch (me.Role) {
    case 'ROLE_ADMIN':
      return (
        <Suspense>
          <InstallationPage />
        </Suspense>
      );
    case 'ROLE_CUSTOMERSERVICE':
      return (
        <Suspense>
          <MessagingPage />
        </Suspense>
      );
    default:
      return <TodayPage />;
  }
}
