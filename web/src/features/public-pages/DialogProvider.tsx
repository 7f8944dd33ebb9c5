// SPDX-License-Identifier: AGPL-3.0-or-later

// Mantine provider for dialogs on public pages: the theme's colours and Mantine's styles. Loaded with the
// first dialog.
import '../../ui/theme/mantine.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables, patientTheme } from '../../ui/theme/theme';

export function DialogProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={patientTheme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      deduplicateCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
