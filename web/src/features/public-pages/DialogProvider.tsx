// SPDX-License-Identifier: AGPL-3.0-or-later

// Mantine provider for dialogs on public pages: the theme's colours and Mantine's styles. Loaded with the
// first dialog.
import '../../ui/theme/mantine.css';
import type { ReactNode } from 'react';
import { AppTheme } from '../../ui/theme/AppTheme';

export function DialogProvider({ children }: { readonly children: ReactNode }) {
  return <AppTheme>{children}</AppTheme>;
}
