// SPDX-License-Identifier: AGPL-3.0-or-later

// What the bottom bar of a phone has no room for: all entries, the account, the hours.
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { session } from '../../api/session';
import { SuggestButton } from '../../features/suggestions/SuggestButton';
import { Drawer } from '../../ui/dialogs/Drawer';
import classes from './MoreMenu.module.css';
import { NavItems } from './NavItems';
import type { Entry } from './navigation';

interface MoreMenuProps {
  readonly entries: readonly Entry[];
  readonly unread: number;
  readonly email: string;
  readonly hours: string;
  readonly onClose: () => void;
}

export function MoreMenu({ entries, unread, email, hours, onClose }: MoreMenuProps) {
  return (
    <Drawer opened onClose={onClose} position="bottom" size={560} title="More">
      <NavItems entries={entries} unread={unread} variant="light" onFollow={onClose} />
      <div className={classes['footer']}>
        <p>{email}</p>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconLogout size={18} aria-hidden="true" />}
          onClick={() => void session.signOut()}
        >
          Logout
        </Button>
        <p>{hours}</p>
        <SuggestButton look="line" onPress={onClose} />
      </div>
    </Drawer>
  );
}
