/** A stretch of a long list without anything to show: what is older is looked at when wanted. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

import { EmptyState } from '../../ui/feedback/states';

export function FurtherBack({ onLook }: { onLook: () => void }) {
  return (
    <EmptyState
      icon={IconHistory}
      text="No matches in the messages searched so far."
      action={
        <Button variant="default" onClick={onLook}>
          Search older messages
        </Button>
      }
    />
  );
}
