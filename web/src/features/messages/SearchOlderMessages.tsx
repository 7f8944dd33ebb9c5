// SPDX-License-Identifier: AGPL-3.0-or-later

/** A stretch of a long list without anything to show: what is older is looked at when wanted. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

import { EmptyState } from '../../ui/feedback/states';

export function SearchOlderMessages({ onSearch }: { onSearch: () => void }) {
  return (
    <EmptyState
      icon={IconHistory}
      text="No matches in the messages searched so far."
      action={
        <Button variant="default" onClick={onSearch}>
          Search older messages
        </Button>
      }
    />
  );
}
