// SPDX-License-Identifier: AGPL-3.0-or-later

// A form at the page's left edge, as wide as forms are, and beside it what it changes, an example, or what is
// there already. On narrow screens what is beside comes after.
import type { ReactNode } from 'react';
import classes from './FormColumns.module.css';

interface FormColumnsProps {
  readonly children: ReactNode;
  readonly beside: ReactNode;
}

export function FormColumns({ children, beside }: FormColumnsProps) {
  return (
    <div className={classes['columns']}>
      <div className={classes['form']}>{children}</div>
      <div className={classes['beside']}>{beside}</div>
    </div>
  );
}

interface AboutProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Plain words about the form. */
export function About({ title, children }: AboutProps) {
  return (
    <section className={classes['about']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
