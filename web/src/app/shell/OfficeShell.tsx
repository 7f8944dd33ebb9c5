// SPDX-License-Identifier: AGPL-3.0-or-later

// The office's frame: evergreen side bar of 212 px, icons only under 1408 px, a drawer under 768 px;
// top bar of 52 px with the patient search.
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useOutage } from '../../api/availability';
import type { UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { PatientSearch } from '../../features/people/PatientSearch';
import { SuggestButton } from '../../features/suggestions/SuggestButton';
import { Brand, Leaf } from '../../ui/brand/Brand';
import { lazyPart, loadChunk } from '../../ui/chunks';
import { ApiUnavailableBanner } from '../../ui/feedback/states';
import { UndoToasts } from '../../ui/feedback/UndoToast';
import { Kbd } from '../../ui/Kbd';
import { AppLink } from '../../ui/links/AppLink';
import { usePathname } from '../../ui/links/router';
import { paths } from '../../ui/links/paths';
import { PHONE_WIDTH } from '../../ui/widths';
import { PATIENT_RECORD_ROLES } from '../guards';
import { useOfficeShortcuts } from '../palette/useOfficeShortcuts';
import { ProfileLink } from './ProfileLink';
import { NavItems } from './NavItems';
import classes from './OfficeShell.module.css';
import { officeEntries } from './officeNavigation';
import { useFocusMain } from './leaving';
import { ShellFooter } from './ShellFooter';
import { useUnread } from './unread';
import { useUnreadProblems } from './unreadProblems';

const menuFile = () => loadChunk(() => import('./OfficeMenu'));
const OfficeMenu = lazyPart(async () => (await import('./OfficeMenu')).OfficeMenu);

/** Not with the first screen, but before anybody presses. */
const AHEAD_MS = 2000;

/** Whether the menu is here, closed. Where the side bar has room no one presses for it. */
function useMenuAhead(): boolean {
  const [isHere, setHere] = useState(false);
  const isNarrow = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false }) ?? false;
  useEffect(() => {
    if (!isNarrow) return undefined;
    let stays = true;
    const timer = setTimeout(() => {
      menuFile()
        .then(() => stays && setHere(true))
        .catch(() => undefined);
    }, AHEAD_MS);
    return () => {
      stays = false;
      clearTimeout(timer);
    };
  }, [isNarrow]);
  return isHere;
}

export function OfficeShell({ user, children }: { readonly user: UserView; readonly children: ReactNode }) {
  const settings = useSettings();
  const pathname = usePathname();
  const unread = useUnread(user);
  const problems = useUnreadProblems(user);
  const [menu, setMenu] = useState(false);
  const hasMenu = useMenuAhead();
  const outage = useOutage();
  const entries = officeEntries(user, settings);
  const desk = useOfficeShortcuts(user, entries);
  useFocusMain();
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      <nav className={classes['sidebar']} aria-label="Main" data-on-evergreen>
        <AppLink href={paths.dashboard()} className={classes['brand'] ?? ''}>
          <span className={classes['wide']}>
            <Brand product={settings.product} line="Office" onDark />
          </span>
          <span className={classes['narrow']}>
            <Leaf onDark />
            <span className="s-visually-hidden">{settings.product} Office</span>
          </span>
        </AppLink>
        <NavItems entries={entries} unread={unread} problems={problems} variant="evergreen" />
        <div className={classes['keys']}>
          <button type="button" onClick={desk.openPalette}>
            <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> to find anything
          </button>
          <button type="button" onClick={desk.openShortcuts}>
            Press <Kbd>?</Kbd> for shortcuts
          </button>
          <SuggestButton look="line" />
        </div>
        <div className={classes['onlyIcons']}>
          <SuggestButton look="icon" />
        </div>
      </nav>
      <div className={classes['rest']}>
        <header className={classes['top']}>
          <ActionIcon
            className={classes['burger'] ?? ''}
            variant="subtle"
            aria-label="Menu"
            aria-expanded={menu}
            onClick={() => setMenu(true)}
          >
            <IconMenu2 size={22} aria-hidden="true" />
          </ActionIcon>
          <div className={classes['search']}>
            {PATIENT_RECORD_ROLES.includes(user.Role) && <PatientSearch />}
          </div>
          <ProfileLink user={user} />
          <Button
            className={classes['leave'] ?? ''}
            variant="subtle"
            leftSection={<IconLogout size={16} aria-hidden="true" />}
            onClick={() => void session.signOut()}
          >
            Logout
          </Button>
        </header>
        <ApiUnavailableBanner {...outage} />
        <main id="main" tabIndex={-1} className={classes['main']}>
          {children}
        </main>
        {pathname === paths.profile() && <ShellFooter />}
        <UndoToasts />
      </div>
      {(menu || hasMenu) && (
        <Suspense>
          <OfficeMenu
            opened={menu}
            product={settings.product}
            entries={entries}
            unread={unread}
            problems={problems}
            onClose={() => setMenu(false)}
          />
        </Suspense>
      )}
      {desk.dialogs}
    </div>
  );
}
