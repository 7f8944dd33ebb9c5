// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Two small words of buttons: what a short label is about, for readers only,
 * and the key that presses it, for eyes only.
 */
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
