// SPDX-License-Identifier: AGPL-3.0-or-later

// The list of entries in a side bar: current one marked, locked ones explained, counts beside.
import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { AppLink } from '../../ui/links/AppLink';
import { usePathname } from '../../ui/links/router';
import classes from './NavItems.module.css';
import type { Entry } from './navigation';

export function isCurrent(pathname: string, href: string): boolean {
  return (
    pathname === href ||
    pathname.startsWith(`${href}/`) ||
    // One patient or prescription belongs to its list.
    (href.endsWith('s') && pathname.startsWith(`${href.slice(0, -1)}/`)) ||
    (href.startsWith('/request-prescription') && pathname.startsWith('/request-prescription'))
  );
}

interface NavItemsProps {
  readonly entries: readonly Entry[];
  readonly unread: number;
  /** Suggestions that nobody has read. */
  readonly problems?: number;
  readonly variant: 'light' | 'evergreen';
  readonly onFollow?: () => void;
}

export function NavItems({ entries, unread, problems = 0, variant, onFollow }: NavItemsProps) {
  const pathname = usePathname();
  return (
    <ul className={classes['list']} data-look={variant}>
      {entries.map((entry, at) => (
        <li key={entry.label}>
          {entry.group !== undefined && entry.group !== entries[at - 1]?.group && (
            <span className={classes['group']}>{entry.group}</span>
          )}
          {entry.locked === undefined ? (
            <AppLink
              href={entry.href}
              className={classes['item'] ?? ''}
              title={entry.label}
              aria-current={isCurrent(pathname, entry.href) ? 'page' : undefined}
              onClick={() => onFollow?.()}
            >
              <entry.icon size={20} aria-hidden="true" />
              <span className={classes['label']}>{entry.label}</span>
              {entry.counts && <Count unread={entry.counts === 'problems' ? problems : unread} />}
            </AppLink>
          ) : (
            <LockedItem entry={entry} reason={entry.locked} />
          )}
        </li>
      ))}
    </ul>
  );
}

export function Count({ unread }: { readonly unread: number }) {
  if (unread === 0) return null;
  return (
    <span className={classes['count']}>
      {unread > 99 ? '99+' : unread}
      <span className="s-visually-hidden"> unread</span>
    </span>
  );
}

function LockedItem({ entry, reason }: { readonly entry: Entry; readonly reason: string }) {
  const id = useId();
  return (
    // Reachable, so that the reason can be heard; it leads nowhere.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <span
      role="link"
      className={classes['item']}
      aria-disabled="true"
      tabIndex={0}
      aria-describedby={id}
      data-locked
    >
      <entry.icon size={20} aria-hidden="true" />
      <span className={classes['label']}>{entry.label}</span>
      <IconLock size={16} aria-hidden="true" />
      <span id={id} className={classes['reason']}>
        {reason}
      </span>
    </span>
  );
}
