// SPDX-License-Identifier: AGPL-3.0-or-later

// Links of the public pages. Each public page is a document of its own, so these are plain anchors.
import type { AnchorHTMLAttributes } from 'react';
import classes from './links.module.css';

interface ActionProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  readonly variant?: 'filled' | 'outline' | 'light' | 'outline-light';
  readonly large?: boolean;
}

/** A link that looks like a button. */
export function Action({ variant = 'filled', large = false, className, children, ...rest }: ActionProps) {
  return (
    <a
      {...rest}
      className={`${classes['action'] ?? ''} ${className ?? ''}`}
      data-look={variant}
      data-large={large || undefined}
    >
      {children}
    </a>
  );
}
