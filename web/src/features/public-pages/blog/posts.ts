// SPDX-License-Identifier: AGPL-3.0-or-later

// The posts of the blog: what lists and previews show of them.
export interface Post {
  readonly name: 'post-1' | 'post-2';
  readonly title: string;
  readonly summary: string;
  readonly day: string;
  /** The day as it is read. Written out, because the public pages load nothing that words dates; a test compares the two. */
  readonly shownDay: string;
  /** How long it takes to read, at 200 words a minute. */
  readonly minutes: number;
}

export const POST_1: Post = {
  name: 'post-1',
  title: 'Renewing safely: what your doctor checks',
  summary:
    'A renewal looks like a formality. Between your request and the fax to your pharmacy a doctor asks a good many questions; here they are.',
  day: '2022-05-16',
  shownDay: 'May 16, 2022',
  minutes: 3,
};

export const POST_2: Post = {
  name: 'post-2',
  title: 'Sleep apnea, and how a home test works',
  summary:
    'Snoring is common, sleep apnea is less so, and a night at home with a small recorder can tell them apart. What a Level III test is, and how to ask for one.',
  day: '2022-05-16',
  shownDay: 'May 16, 2022',
  minutes: 3,
};

export const POSTS: readonly Post[] = [POST_1, POST_2];
