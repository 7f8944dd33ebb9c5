// SPDX-License-Identifier: AGPL-3.0-or-later

// The frame of every signed-in screen: the patients' light side bar or the office's evergreen one,
// the top bar, live updates and the idle guard. Which screens exist is navigation.ts's business.
import { MantineThemeProvider } from '@mantine/core';
import { Suspense, useLayoutEffect } from 'react';
import { useLiveUpdates } from '../../api/events';
import { SuggestProvider } from '../../features/suggestions/SuggestButton';
import { Outlet } from '../../ui/links/router';
import { officeTheme, patientTheme } from '../../ui/theme/theme';
import { IdleGuard } from './IdleGuard';
import { useLeaveWhenSignedOut } from './leaving';
import { PatientShell } from './PatientShell';
import { usePreferences } from './preferences';
import { usePagesAhead } from './usePagesAhead';
import { lazyPart } from '../../ui/chunks';

// Patients never load the office's frame.
const OfficeShell = lazyPart(async () => (await import('./OfficeShell')).OfficeShell);

export function SignedInLayout() {
  const user = useLeaveWhenSignedOut();
  useLiveUpdates();
  usePreferences(user);
  usePagesAhead(user);
  const office = user !== null && user.Role !== 'ROLE_PATIENT';
  // Before the first page is painted: it would move when its sizes come later.
  useLayoutEffect(() => {
    if (!office) return undefined;
    document.body.dataset['density'] = 'office';
    return () => {
      delete document.body.dataset['density'];
    };
  }, [office]);
  if (!user) return null;
  return (
    <MantineThemeProvider theme={office ? officeTheme : patientTheme}>
      <SuggestProvider>
        {office ? (
          <Suspense>
            <OfficeShell user={user}>
              <Outlet />
            </OfficeShell>
          </Suspense>
        ) : (
          <PatientShell user={user}>
            <Outlet />
          </PatientShell>
        )}
      </SuggestProvider>
      <IdleGuard />
    </MantineThemeProvider>
  );
}
