// SPDX-License-Identifier: AGPL-3.0-or-later

// /blog: the posts, newest first.
import { paths } from '../../../ui/links/paths';
import { Article } from '../frame/Article';
import classes from './blog.module.css';
import { POSTS } from './posts';

export function BlogPage() {
  return (
    <Article title="Blog" lead="Plain-language articles from our doctors.">
      <ul className={classes['posts']}>
        {POSTS.map((post) => (
          <li key={post.name}>
            <h2>
              <a href={paths.blogPost(post.name)}>{post.title}</a>
            </h2>
            <p className={classes['when']}>
              <time dateTime={post.day}>{post.shownDay}</time>
              {` · ${post.minutes} min read`}
            </p>
            <p>{post.summary}</p>
          </li>
        ))}
      </ul>
    </Article>
  );
}
