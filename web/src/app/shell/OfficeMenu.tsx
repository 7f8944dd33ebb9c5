// SPDX-License-Identifier: AGPL-3.0-or-later

// What the office's side bar says, as a drawer: on windows that have no room for the bar. A file of its own, because
// hardly any desk is so narrow.
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { session } from '../../api/session';
import { SuggestButton } from '../../features/suggestions/SuggestButton';
import { Brand } from '../../ui/brand/Brand';
import { Drawer } from '../../ui/dialogs/Drawer';
import { NavItems } from './NavItems';
import type { Entry } from './navigation';
import classes from './OfficeShell.module.css';

interface OfficeMenuProps {
  readonly opened: boolean;
  readonly product: string;
  readonly entries: readonly Entry[];
  readonly unread: number;
  readonly problems: number;
  readonly onClose: () => void;
}

export function OfficeMenu({ opened, product, entries, unread, problems, onClose }: OfficeMenuProps) {
  // Opened only after it was drawn closed: otherwise it does not note what had the focus, to give it back.
  const [isOpen, setOpen] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- drawn closed first, as said above
  useEffect(() => setOpen(opened), [opened]);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={260}
      title={<Brand product={product} line="Office" onDark />}
      classNames={{
        content: classes['drawer'] ?? '',
        header: classes['drawer'] ?? '',
        close: classes['drawerClose'] ?? '',
      }}
    >
      <div data-on-evergreen>
        <NavItems
          entries={entries}
          unread={unread}
          problems={problems}
          variant="evergreen"
          onFollow={onClose}
        />
        <div className={classes['suggest']}>
          <SuggestButton look="line" onPress={onClose} />
        </div>
      </div>
      <Button mt="lg" fullWidth variant="default" onClick={() => void session.signOut()}>
        Logout
      </Button>
    </Drawer>
  );
}
