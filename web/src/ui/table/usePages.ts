// SPDX-License-Identifier: AGPL-3.0-or-later

// Where one is in a list that is paged by cursor and shown with page numbers: how many rows a page has,
// and the cursors that led here. What a page holds is asked of the caller's query.
import { useState } from 'react';
import { type PageQuery, usePlaceOf } from './usePlaceOf';

interface Place {
  /** Zero-based. */
  readonly page: number;
  /** The cursor of each page from the second on. */
  readonly cursors: readonly string[];
}

const START: Place = { page: 0, cursors: [] };

interface PagesOptions {
  /** What the list is asked with; when it becomes another, the first page is shown again. */
  readonly of?: unknown;
  /** On a page, until somebody chooses another size. */
  readonly rows?: number;
}

export function usePages({ of = null, rows = 10 }: PagesOptions = {}) {
  const [size, setSize] = useState(rows);
  const [{ page, cursors }, setPlace] = usePlaceOf([of, size], START);
  return {
    size,
    /** Of the page to ask for; null is the first. */
    cursor: cursors[page - 1] ?? null,
    /** For DataTable, with the query of the page. Without `pageSizes` none can be chosen. */
    table: ({ data, isPlaceholderData }: PageQuery, pageSizes?: readonly number[]) => ({
      page,
      pageSize: size,
      onPage(wanted: number) {
        if (wanted < page) {
          setPlace({ page: wanted, cursors });
        } else if (data?.nextCursor && !isPlaceholderData) {
          setPlace({ page: wanted, cursors: [...cursors.slice(0, page), data.nextCursor] });
        }
      },
      ...(pageSizes && {
        pageSizes,
        onPageSize: setSize,
      }),
    }),
  };
}
