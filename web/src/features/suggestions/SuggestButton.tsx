// SPDX-License-Identifier: AGPL-3.0-or-later

// The floating icon at the lower right of every signed-in page. What it opens is fetched when it is
// wanted.
import { ActionIcon } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import classes from './suggestions.module.css';
import { lazyPart } from '../../ui/chunks';

const SuggestDialog = lazyPart(() => import('./SuggestDialog'), 'SuggestDialog');

export function SuggestButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <aside className={classes['corner-of-page']} aria-label="Suggestions" data-not-pictured>
        <ActionIcon
          className={classes['icon'] ?? ''}
          size={48}
          radius="xl"
          variant="filled"
          aria-label="Suggest an improvement"
          title="Suggest an improvement"
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconBulb size={24} aria-hidden="true" />
        </ActionIcon>
      </aside>
      {opened && (
        <Suspense>
          <SuggestDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
