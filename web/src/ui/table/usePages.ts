// SPDX-License-Identifier: AGPL-3.0-or-later

// Where one is in a list that is paged by cursor and shown with page numbers: how many rows a page has,
// and the cursors that led here. What a page holds is asked of the caller's query.
import { useState } from 'react';

/** What the query of a page tells: the rows before are on screen while the next ones load. */
interface PageQuery {
  readonly data: { readonly nextCursor: string | null } | undefined;
  readonly isPlaceholderData: boolean;
}

interface Place {
  readonly size: number;
  /** Zero-based. */
  readonly page: number;
  /** The cursor of each page from the second on. */
  readonly cursors: readonly string[];
}

/** `rows` a page, until somebody chooses another size. */
export function usePages(rows = 10) {
  const [{ size, page, cursors }, setPlace] = useState<Place>({ size: rows, page: 0, cursors: [] });
  return {
    size,
    /** Of the page to ask for; null is the first. */
    cursor: cursors[page - 1] ?? null,
    /** The first page again, as the list is another now. */
    restart: () => setPlace({ size, page: 0, cursors: [] }),
    /** For DataTable, with the query of the page. Without `pageSizes` none can be chosen. */
    table: ({ data, isPlaceholderData }: PageQuery, pageSizes?: readonly number[]) => ({
      page,
      pageSize: size,
      onPage(wanted: number) {
        if (wanted < page) {
          setPlace({ size, page: wanted, cursors });
        } else if (data?.nextCursor && !isPlaceholderData) {
          setPlace({ size, page: wanted, cursors: [...cursors.slice(0, page), data.nextCursor] });
        }
      },
      ...(pageSizes && {
        pageSizes,
        onPageSize: (wanted: number) => setPlace({ size: wanted, page: 0, cursors: [] }),
      }),
    }),
  };
}
