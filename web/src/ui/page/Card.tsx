// SPDX-License-Identifier: AGPL-3.0-or-later

// The white card and the list of facts inside it: the two surfaces nearly every screen is made of.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  readonly level?: 2 | 3;
  readonly action?: ReactNode;
  /** In place of title and action. */
  readonly head?: ReactNode;
  /** Its body is not on screen, but on paper. */
  readonly folded?: boolean;
  readonly footer?: ReactNode;
  readonly flush?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

export function Card({
  title,
  level = 2,
  action,
  head,
  folded = false,
  footer,
  flush,
  className,
  children,
}: CardProps) {
  return (
    <section className={`${classes['card'] ?? ''} ${className ?? ''}`} data-folded={folded || undefined}>
      {head}
      {(title !== undefined || action !== undefined) && (
        <header className={classes['head']}>
          {title !== undefined && <Title order={level}>{title}</Title>}
          {action}
        </header>
      )}
      {children !== undefined && <div className={flush ? undefined : classes['body']}>{children}</div>}
      {footer !== undefined && <footer className={classes['footer']}>{footer}</footer>}
    </section>
  );
}

/** Label and value, one under the other; an empty value is a dash that is read as "not provided". */
export function Facts({
  items,
  columns = 2,
}: {
  readonly items: readonly (readonly [string, ReactNode])[];
  readonly columns?: 1 | 2 | 3;
}) {
  return (
    <dl className={classes['facts']} data-columns={columns}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <Missing /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Missing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="s-visually-hidden">not provided</span>
    </>
  );
}
