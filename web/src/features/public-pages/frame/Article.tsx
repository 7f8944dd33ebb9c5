// SPDX-License-Identifier: AGPL-3.0-or-later

// A page of words: its title, a line under it, and a column that reads well.
import type { ReactNode } from 'react';
import classes from './article.module.css';

interface ArticleProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Tables and lists side by side: as wide as the frame. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Article({ title, lead, wide = false, children }: ArticleProps) {
  return (
    <article className={classes['article']} data-wide={wide || undefined}>
      <header>
        <h1>{title}</h1>
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
      </header>
      {children}
    </article>
  );
}
