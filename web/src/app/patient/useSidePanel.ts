// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What stands beside the sections of the patient page, by the width there is: a
 * column with two tabs from 1200 px on, a drawer under it, and on a phone one of
 * three tabs. `b` shows and hides what stands beside the line.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

import { useShortcuts } from '../../ui/keyboard/useShortcuts';
import { PHONE_WIDTH, TWO_COLUMNS_WIDTH } from '../../ui/widths';

type PageLayout = 'wide' | 'middle' | 'phone';
export type Tab = 'review' | 'beside' | 'notes';

const READ_AT_ONCE = { getInitialValueInEffect: false };

function usePageLayout(): PageLayout {
  const wide = useMediaQuery(TWO_COLUMNS_WIDTH, true, READ_AT_ONCE) ?? true;
  const phone = useMediaQuery(PHONE_WIDTH, false, READ_AT_ONCE) ?? false;
  if (wide) return 'wide';
  return phone ? 'phone' : 'middle';
}

type SidePanel = {
  layout: PageLayout;
  /** Where there is a choice: the column's tabs, or the phone's. */
  tab: Tab;
  choose: (tab: Tab) => void;
  drawer: boolean;
  setDrawer: (open: boolean) => void;
};

/** `begin` is what is shown at first; `asked` is a tab that an address leads to. */
export function useSidePanel(
  begin: 'beside' | 'notes',
  asked: 'review' | 'notes' | null,
  has: boolean,
): SidePanel {
  const layout = usePageLayout();
  const [column, setColumn] = useState<Tab>(asked === 'notes' ? 'notes' : begin);
  const [page, setPage] = useState<Tab>(asked ?? 'review');
  const [drawer, setDrawer] = useState(false);
  const [followed, setFollowed] = useState(asked);
  if (followed !== asked) {
    // Another message led here while the page was open.
    setFollowed(asked);
    if (asked !== null) setPage(asked);
    if (asked === 'notes') setColumn('notes');
  }
  const tab = layout === 'phone' ? page : column;
  const choose = (to: Tab) => {
    setPage(to);
    if (to !== 'review') setColumn(to);
  };
  useShortcuts(
    'Beside the line',
    has
      ? [
          {
            keys: ['b'],
            does: 'show / hide the side panel',
            run: () => {
              if (layout === 'middle') setDrawer(!drawer);
              else if (layout === 'phone') setPage(page === 'beside' ? 'review' : 'beside');
              else setColumn(column === 'beside' ? 'notes' : 'beside');
            },
          },
        ]
      : [],
  );
  return { layout, tab, choose, drawer, setDrawer };
}
