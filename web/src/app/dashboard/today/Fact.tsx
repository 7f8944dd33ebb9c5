// SPDX-License-Identifier: AGPL-3.0-or-later

/** One fact over a first page: what it is, its number, which leads to the list that it counts, and a line under it. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from '../../../ui/links/AppLink';
import type { Address } from '../../../ui/links/paths';
import css from './today.module.css';

interface FactProps {
  readonly icon: Icon;
  readonly label: string;
  readonly value: string | number | undefined;
  /** The list that it counts. */
  readonly href?: Address;
  readonly isAtRisk?: boolean;
  readonly children: ReactNode;
}

export function Fact({ icon: FactIcon, label, value, href, isAtRisk = false, children }: FactProps) {
  return (
    <li
      className={css['fact']}
      data-risk={isAtRisk || undefined}
      data-empty={value === undefined || undefined}
    >
      <span className={css['factLabel']}>
        <FactIcon size={16} aria-hidden="true" />
        {label}
      </span>
      <strong className={css['value']}>
        {value === undefined ? (
          '\u{A0}'
        ) : href === undefined ? (
          value
        ) : (
          <AppLink href={href} className={css['number'] ?? ''} aria-label={`${label}: ${value}`}>
            {value}
          </AppLink>
        )}
      </strong>
      <span className={css['under']}>{children}</span>
    </li>
  );
}
