// Everything around the screens: theme, query cache, toasts, the announcer and the outage strip.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/queries';
import { Announcer } from '../ui/feedback/announce';
import { Toasts } from '../ui/feedback/toasts';
import { cssVariables, patientTheme } from '../ui/theme/theme';
import { router } from './router';

export function App() {
  return (
    <MantineProvider
      theme={patientTheme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
        <Announcer />
      </QueryClientProvider>
    </MantineProvider>
  );
}
