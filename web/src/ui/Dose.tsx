// SPDX-License-Identifier: AGPL-3.0-or-later

// A strength with its unit: never broken over two lines, never shortened.
import type { ReactNode } from 'react';

export function Dose({ children }: { readonly children: ReactNode }) {
  return <span className="s-nowrap">{children}</span>;
}
