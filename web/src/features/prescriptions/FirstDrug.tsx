// SPDX-License-Identifier: AGPL-3.0-or-later

/** The first drug of several and how many more: a list is cut between drugs, never inside one. */
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly more: number;
}

export function FirstDrug({ children, more }: Props) {
  return (
    <span>
      {children}
      {more > 0 && (
        <>
          {'\u00a0'}
          <strong className="s-nowrap">+{more}</strong>
          <span className="s-visually-hidden"> more</span>
        </>
      )}
    </span>
  );
}
