// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is left of the promised time, in words: amber in its last quarter, red once it is over. */
import { IconClock, IconClockExclamation } from '@tabler/icons-react';

import { timeToDeadline } from './deadline';
import styles from './queue.module.css';

type Props = {
  since: string;
  promisedBy: string;
  now: number;
};

export function TimeLeft({ since, promisedBy, now }: Props) {
  const left = timeToDeadline(since, promisedBy, now);
  const Icon = left.grade === 'late' ? IconClockExclamation : IconClock;
  return (
    <span className={styles.promise} data-grade={left.grade}>
      <Icon size={16} aria-hidden="true" />
      <span aria-hidden="true">{left.text}</span>
      <span className="s-visually-hidden">{left.spoken}</span>
    </span>
  );
}
