// SPDX-License-Identifier: AGPL-3.0-or-later

// A post: its title, day and length, its words, and the ways on: the posts before and after it, and all of them.
import type { ReactNode } from 'react';
import { paths } from '../../../ui/links/paths';
import { Article } from '../frame/Article';
import { useSite } from '../site';
import classes from './blog.module.css';
import { type Post, POSTS } from './posts';

export function PostFrame({ post, children }: { readonly post: Post; readonly children: ReactNode }) {
  const { product } = useSite();
  const at = POSTS.indexOf(post);
  const [before, after] = [POSTS[at - 1], POSTS[at + 1]];
  return (
    <Article
      title={post.title}
      lead={
        <>
          <time dateTime={post.day}>{post.shownDay}</time>
          {` · ${post.minutes} min read · The doctors of ${product}`}
        </>
      }
    >
      {children}
      <nav className={classes['ways']} aria-label="Posts" data-no-print>
        {before && <Way post={before} words="Previous post" />}
        {after && <Way post={after} words="Next post" />}
        <a className="s-link" href={paths.blog()}>
          All posts
        </a>
      </nav>
    </Article>
  );
}

function Way({ post, words }: { readonly post: Post; readonly words: string }) {
  return (
    <a className={classes['way']} href={paths.blogPost(post.name)}>
      <span>{words}</span> <strong>{post.title}</strong>
    </a>
  );
}
