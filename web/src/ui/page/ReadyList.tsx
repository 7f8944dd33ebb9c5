// SPDX-License-Identifier: AGPL-3.0-or-later

// What somebody should have at hand before they begin: a picture, its name, and a line about it each.
import type { Icon } from '@tabler/icons-react';
import classes from './ReadyList.module.css';

/** The heading over it. */
export const HAVE_READY = 'Have these ready';

export interface ReadyThing {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

interface ReadyListProps {
  readonly things: readonly ReadyThing[];
  /** Side by side where there is room. */
  readonly across?: boolean;
}

export function ReadyList({ things, across = false }: ReadyListProps) {
  return (
    <ul className={classes['list']} data-across={across || undefined}>
      {things.map(({ icon: ThingIcon, title, text }) => (
        <li key={title}>
          <ThingIcon size={22} aria-hidden="true" />
          <span>
            <strong>{title}</strong>
            <span>{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
