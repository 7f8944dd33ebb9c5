// SPDX-License-Identifier: AGPL-3.0-or-later

// Previous and next of a list that is paged by cursor and does not say how long it is.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type PageQuery, usePlaceOf } from './usePlaceOf';
import classes from './CursorPager.module.css';

const START: readonly string[] = [];

/** `list` is what the list is asked with; another one begins with its first page. */
export const useCursors = (list: unknown) => usePlaceOf(list, START);

interface CursorPagerProps {
  /** What the list is, for readers. */
  readonly label: string;
  /** The cursors that led here, one a page after the first. */
  readonly cursors: readonly string[];
  /** The query of the page. */
  readonly page: PageQuery;
  readonly onCursors: (cursors: readonly string[]) => void;
}

export function CursorPager({ label, cursors, page, onCursors }: CursorPagerProps) {
  const nextCursor = page.data?.nextCursor ?? null;
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
        onClick={() => nextCursor !== null && !page.isPlaceholderData && onCursors([...cursors, nextCursor])}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </nav>
  );
}
