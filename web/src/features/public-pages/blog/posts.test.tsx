// SPDX-License-Identifier: AGPL-3.0-or-later

/** A post says how long it takes to read, and leads to the other one. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SITE } from '../../../testing/site';
import { formatDate } from '../../../ui/format';
import { SiteProvider } from '../site';
import { Post1Page } from './Post1Page';
import { Post2Page } from './Post2Page';
import { POST_1, POST_2 } from './posts';

test.each([
  [POST_1, Post1Page, 'Next post', POST_2],
  [POST_2, Post2Page, 'Previous post', POST_1],
])('$name', (post, Page, words, other) => {
  render(
    <SiteProvider site={SITE}>
      <Page />
    </SiteProvider>,
  );
  const article = screen.getByRole('article');
  expect(Math.ceil((article.textContent?.split(/\s+/).length ?? 0) / 200)).toBe(post.minutes);
  expect(article).toHaveTextContent(`${formatDate(post.day)} · ${post.minutes} min read`);
  expect(screen.getByRole('link', { name: `${words} ${other.title}` })).toBeVisible();
});
