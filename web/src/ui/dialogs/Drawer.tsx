// SPDX-License-Identifier: AGPL-3.0-or-later

// A part that slides in at an edge: Mantine's Drawer, with the one way in which Escape closes things (escape.ts).
import { type DrawerProps, Drawer as MantineDrawer } from '@mantine/core';
import { useEscape } from './escape';

export function Drawer(props: Omit<DrawerProps, 'closeOnEscape'>) {
  useEscape(props.opened, props.onClose);
  return <MantineDrawer {...props} closeOnEscape={false} />;
}
