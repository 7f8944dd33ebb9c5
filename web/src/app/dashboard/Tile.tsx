// SPDX-License-Identifier: AGPL-3.0-or-later

// A way to another page, as a card that is one link.
import { type Icon, IconChevronRight } from '@tabler/icons-react';
import { AppLink } from '../../ui/links/AppLink';
import type { Address } from '../../ui/links/paths';
import css from './dashboard.module.css';

interface TileProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  readonly href: Address;
}

export function Tile({ icon: TileIcon, title, text, href }: TileProps) {
  return (
    <AppLink href={href} className={css['tile'] ?? ''}>
      <TileIcon size={24} aria-hidden="true" />
      <span className={css['tileWords']}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
      <IconChevronRight size={20} aria-hidden="true" />
    </AppLink>
  );
}
