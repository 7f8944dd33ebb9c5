// SPDX-License-Identifier: AGPL-3.0-or-later

/** The footer of a list that is paged by cursor: how many a page, where one is, back and on. */
import { NativeSelect } from '@mantine/core';

import { SearchOlderMessages } from './SearchOlderMessages';
import { Pager } from './Pager';
import { PAGE_SIZES, totalText } from './rules';
import styles from './messages.module.css';

/** Where one is in a list: the size of a page, and the cursors that led here. */
export interface Place {
  readonly limit: number;
  readonly cursors: readonly string[];
}

type Props = {
  place: Place;
  onPlace: (place: Place) => void;
  shown: number;
  total: number;
  /** Whether there are more than `total`. */
  isMore: boolean;
  nextCursor: string | null;
};

export function Paging({ place, onPlace, shown, total, isMore, nextCursor }: Props) {
  const { limit, cursors } = place;
  const onNext = () => {
    if (nextCursor !== null) onPlace({ limit, cursors: [...cursors, nextCursor] });
  };
  return (
    <>
      {shown === 0 && nextCursor !== null && (
        <div className={styles.state}>
          <SearchOlderMessages onSearch={onNext} />
        </div>
      )}
      <footer className={styles.footer}>
        <span className={styles.sizes}>
          <label htmlFor="inbox-rows">Rows per page</label>
          <NativeSelect
            id="inbox-rows"
            w={84}
            value={String(limit)}
            data={PAGE_SIZES.map(String)}
            onChange={(event) => {
              onPlace({ limit: Number(event.currentTarget.value), cursors: [] });
            }}
          />
        </span>
        <Pager
          first={cursors.length * limit + 1}
          shown={shown}
          total={totalText(total, isMore)}
          onPrevious={
            cursors.length === 0
              ? null
              : () => {
                  onPlace({ limit, cursors: cursors.slice(0, -1) });
                }
          }
          onNext={nextCursor === null ? null : onNext}
        />
      </footer>
    </>
  );
}
