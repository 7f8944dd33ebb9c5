// SPDX-License-Identifier: AGPL-3.0-or-later

// Previous and next of a list that is paged by cursor and does not say how long it is.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './CursorPager.module.css';

interface CursorPagerProps {
  /** What the list is, for readers. */
  readonly label: string;
  /** The cursors that led here, one a page after the first. */
  readonly cursors: readonly string[];
  readonly nextCursor: string | null;
  readonly onCursors: (cursors: readonly string[]) => void;
}

export function CursorPager({ label, cursors, nextCursor, onCursors }: CursorPagerProps) {
  if (cursors.length === 0 && nextCursor === null) return null;
  return (
    <nav className={classes['pager']} aria-label={`${label}, pages`}>
      <span aria-live="polite">{`Page ${cursors.length + 1}`}</span>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={cursors.length === 0}
        onClick={() => onCursors(cursors.slice(0, -1))}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next page"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && onCursors([...cursors, nextCursor])}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </nav>
  );
}
