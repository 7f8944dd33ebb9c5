// SPDX-License-Identifier: AGPL-3.0-or-later

// Everything around the screens: theme, query cache, toasts, the announcer and the outage banner.
import { QueryClientProvider } from '@tanstack/react-query';
import { currentSettings, queryClient } from '../api/queries';
import { SiteProvider } from '../features/public-pages/site';
import { PolicyReaderProvider, type PolicyReaderProps } from '../ui/dialogs/policies';
import { Announcer } from '../ui/feedback/announce';
import { followSubjects } from '../ui/feedback/toastFailure';
import { Toasts } from '../ui/feedback/toasts';
import { AppTheme } from '../ui/theme/AppTheme';
import { LeaveQuestion } from '../ui/forms/LeaveQuestion';
import { RouterProvider } from '../ui/links/router';
import { router } from './router';
import { watchTyped } from './shell/typed';
import { lazyPart } from '../ui/chunks';

const PolicyReader = lazyPart(
  async () => (await import('../features/public-pages/legal/PolicyReader')).PolicyReader,
);

const readPolicy = (props: PolicyReaderProps) => <PolicyReader {...props} />;

followSubjects(queryClient);
watchTyped();

export function App() {
  return (
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <SiteProvider site={currentSettings()}>
          <PolicyReaderProvider value={readPolicy}>
            <RouterProvider router={router} />
          </PolicyReaderProvider>
        </SiteProvider>
        <LeaveQuestion />
        <Toasts />
        <Announcer />
      </QueryClientProvider>
    </AppTheme>
  );
}
