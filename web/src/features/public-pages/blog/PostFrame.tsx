// SPDX-License-Identifier: AGPL-3.0-or-later

// A post: its title and day, its words, and the way back.
import type { ReactNode } from 'react';
import { paths } from '../../../ui/links/paths';
import { Article } from '../frame/Article';
import { useSite } from '../site';
import classes from './blog.module.css';
import type { Post } from './posts';

export function PostFrame({ post, children }: { readonly post: Post; readonly children: ReactNode }) {
  const { product } = useSite();
  return (
    <Article
      title={post.title}
      lead={
        <>
          <time dateTime={post.day}>{post.day}</time>
          {` · The doctors of ${product}`}
        </>
      }
    >
      {children}
      <p className={classes['back']}>
        <a className="s-link" href={paths.blog()}>
          All posts
        </a>
      </p>
    </Article>
  );
}
