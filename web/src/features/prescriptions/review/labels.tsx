// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Small words: what a button's short label is about, for readers only; the key
 * that presses it, for eyes only; and what keeps a dose or the number of a
 * request on one line.
 */
import { Fragment } from 'react';
import { Kbd } from '../../../ui/Kbd';
import styles from './review.module.css';

/** Follows a short label, as in "Approve" of "Metformin 500 mg". */
export function LabelSubject({ name }: { name: string }) {
  return (
    <>
      {' '}
      <span className="s-visually-hidden">{name}</span>
    </>
  );
}

/** A keycap that is not part of the button's name. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className={styles.keycap}>
      <Kbd>{children}</Kbd>
    </span>
  );
}

/** Keeps figures and the unit after them on one line: doses never wrap apart. */
export function withNoBreakUnits(text: string): string {
  return text.replaceAll(/(\d) (?=[A-Za-z%])/g, '$1\u00A0');
}

/** A sentence in which no line ends inside the number of a request, after its hyphen. */
export function WholeNumbers({ children }: { children: string }) {
  return children.split(/(P-\d+)/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence have no other key, and do not move
    <Fragment key={at}>{at % 2 === 1 ? <span className="s-nowrap">{part}</span> : part}</Fragment>
  ));
}
