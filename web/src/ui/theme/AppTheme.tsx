// SPDX-License-Identifier: AGPL-3.0-or-later

// The library's provider with our theme. What it would write into the page as variables is the same in every browser,
// so the sheet has it (generated/variables.css) and nothing is worked out while somebody waits.
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { patientTheme } from './theme';

export function AppTheme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={patientTheme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
