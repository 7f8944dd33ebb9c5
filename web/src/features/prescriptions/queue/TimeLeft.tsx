// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is left of the promised time, in words: with the triangle, in amber, from its last quarter on. */
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';

import { timeToDeadline, type Urgency } from './deadline';
import styles from './queue.module.css';

/** One look of a promise on every screen; `[data-grade]` has its colours. */
const ICONS = { calm: IconClock, soon: IconAlertTriangle, late: IconAlertTriangle } satisfies Record<
  Urgency,
  typeof IconClock
>;

type Props = {
  since: string;
  promisedBy: string;
  now: number;
  /** Without a frame, where the row shows by itself what is at risk. */
  isPlain?: boolean;
};

export function TimeLeft({ since, promisedBy, now, isPlain = false }: Props) {
  const left = timeToDeadline(since, promisedBy, now);
  const Icon = ICONS[left.grade];
  return (
    <span className={styles.promise} data-grade={left.grade} data-plain={isPlain || undefined}>
      <Icon size={16} aria-hidden="true" />
      <span aria-hidden="true">{left.text}</span>
      <span className="s-visually-hidden">{left.spoken}</span>
    </span>
  );
}
