// SPDX-License-Identifier: AGPL-3.0-or-later

// The frame of one screen: the way here, its one h1 and its actions. Fault prefixes of the document
// title are the error summary's; the side bar and top bar are the shell's.
import { Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { AppLink } from '../links/AppLink';
import type { Address } from '../links/paths';
import classes from './Page.module.css';
import { useOwnPhoneHead } from './phoneHead';
import { useTabTitle } from './tabTitle';

interface Crumb {
  readonly text: string;
  readonly href?: Address;
}

export { useTabTitle };

export interface PageProps {
  readonly title: string;
  /** The words of the browser's tab when they should not be the h1's (no names of people there). */
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly actions?: ReactNode;
  /** A summary column of 336 px at the right from 992 px up. */
  readonly aside?: ReactNode;
  /** Forms: 640 px at the page's left edge. */
  readonly narrow?: boolean;
  /** Whose page it is, at the head of each sheet when it is printed. */
  readonly printHead?: string | undefined;
  /** A table of many columns: all of the window's width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

interface PageFrameProps {
  readonly narrow?: boolean | undefined;
  readonly wide?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Where a page begins and ends: for those that set their own h1. */
export function PageFrame({ narrow, wide, className = '', children }: PageFrameProps) {
  return (
    <div
      className={`${classes['page'] ?? ''} ${className}`}
      data-narrow={narrow || undefined}
      data-wide={wide || undefined}
    >
      {children}
    </div>
  );
}

export function Page(props: PageProps) {
  const { title, tabTitle, lead, crumbs, actions, aside, narrow, wide, printHead, children } = props;
  useTabTitle(tabTitle ?? title);
  const list = crumbs?.findLast((crumb) => crumb.href !== undefined);
  const here = crumbs?.at(-1);
  useOwnPhoneHead(here?.href === undefined ? here?.text : title, list?.text, list?.href);
  return (
    <PageFrame narrow={narrow} wide={wide}>
      {printHead !== undefined && (
        <div className="s-print-head" aria-hidden="true">
          <span>{printHead}</span>
        </div>
      )}
      {crumbs && <Crumbs crumbs={crumbs} />}
      <header className={classes['head']}>
        <div>
          <Title order={1}>{title}</Title>
          {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </header>
      {aside === undefined ? (
        children
      ) : (
        <div className={classes['columns']}>
          <div className={classes['main']}>{children}</div>
          <aside className={classes['aside']} aria-label="Summary">
            {aside}
          </aside>
        </div>
      )}
    </PageFrame>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={classes['crumbs']}>
      {crumbs.map((crumb, at) => (
        <Fragment key={crumb.text}>
          {at > 0 && <span aria-hidden="true"> / </span>}
          {crumb.href === undefined ? (
            <span aria-current="page">{crumb.text}</span>
          ) : (
            <AppLink href={crumb.href}>{crumb.text}</AppLink>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
