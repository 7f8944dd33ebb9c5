// SPDX-License-Identifier: AGPL-3.0-or-later

/** Previous and next of a list that is paged by cursor: "1-10 of 43". */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import styles from './messages.module.css';

type Props = {
  /** The number of the first row shown, from 1. */
  first: number;
  shown: number;
  total: string;
  /** Null when there is nothing that way. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

export function Pager({ first, shown, total, onPrevious, onNext }: Props) {
  return (
    <span className={styles.pager}>
      <span aria-live="polite">
        {shown === 0 ? 'None here' : `${first}-${first + shown - 1} of ${total}`}
      </span>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={onPrevious === null}
        onClick={() => onPrevious?.()}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next page"
        disabled={onNext === null}
        onClick={() => onNext?.()}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}
