// SPDX-License-Identifier: AGPL-3.0-or-later

// A name of a person or a drug whose lines end between words alone: never inside one, nor after a hyphen. It is one
// element, so that a row of elements puts its gaps beside the name and not into it.
import { Fragment } from 'react';
import classes from './Words.module.css';

/** A longer word may be wider than its column: it ends in three dots then. */
const LONG = 24;

export function Words({ children }: { readonly children: string }) {
  const words = children.split(' ');
  if (words.every(isPlain)) return children;
  const spaced = words.map((word, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- words have no other key, and do not move
    <Fragment key={at}>
      {at > 0 && ' '}
      {isPlain(word) ? (
        word
      ) : (
        <span className={classes['word']} data-long={word.length > LONG || undefined} title={word}>
          {word}
        </span>
      )}
    </Fragment>
  ));
  return <span className={classes['words']}>{spaced}</span>;
}

const isPlain = (word: string) => !/[-\u2010\u2013/]/u.test(word) && word.length <= LONG;
