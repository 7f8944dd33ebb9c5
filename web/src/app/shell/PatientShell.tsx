// SPDX-License-Identifier: AGPL-3.0-or-later

// The patients' frame: side bar of 256 px at the left, from which a bottom bar becomes under 992 px. One of the two is
// drawn: a phone is not kept busy with what it does not show.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useOutage } from '../../api/availability';
import type { UserView } from '../../api/generated/schema';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { SuggestButton } from '../../features/suggestions/SuggestButton';
import { Brand } from '../../ui/brand/Brand';
import { ApiUnavailableBanner } from '../../ui/feedback/states';
import { nameAndBirth } from '../../ui/format';
import { AppLink } from '../../ui/links/AppLink';
import { usePathname } from '../../ui/links/router';
import { paths } from '../../ui/links/paths';
import { usePhoneHead } from '../../ui/page/phoneHead';
import { BackToPartner } from './BackToPartner';
import { ProfileLink } from './ProfileLink';
import { Count, isCurrent, NavItems } from './NavItems';
import { type Entry, patientEntries } from './navigation';
import classes from './PatientShell.module.css';
import { useFocusMain } from './leaving';
import { ShellFooter } from './ShellFooter';
import { useUnread } from './unread';
import { lazyPart } from '../../ui/chunks';
import { BAR_WIDTH } from '../../ui/widths';

const MoreMenu = lazyPart(async () => (await import('./MoreMenu')).MoreMenu);

const ON_BAR = 4;

export function PatientShell({ user, children }: { readonly user: UserView; readonly children: ReactNode }) {
  const settings = useSettings();
  const entries = patientEntries(user, settings);
  const unread = useUnread(user);
  const outage = useOutage();
  const head = usePhoneHead();
  const hasBar = useMediaQuery(BAR_WIDTH, false, { getInitialValueInEffect: false });
  useFocusMain();
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">
        Skip to content
      </a>
      {!hasBar && (
        <nav className={classes['sidebar']} aria-label="Main">
          <AppLink href={paths.dashboard()} className={classes['brand'] ?? ''}>
            <Brand product={settings.product} line={`with ${settings.clinicName}`} />
          </AppLink>
          <NavItems entries={entries} unread={unread} variant="light" />
          <div className={classes['hours']}>
            <strong>Hours</strong>
            <p>{settings.hours}</p>
            <SuggestButton look="line" />
          </div>
        </nav>
      )}
      <div className={classes['rest']}>
        <header className={classes['top']} data-inner={head !== null || undefined}>
          {head !== null && (
            <div className={classes['inner']}>
              <AppLink
                href={head.back.href}
                className={classes['back'] ?? ''}
                aria-label={`Back to ${head.back.text}`}
              >
                <IconArrowLeft size={22} aria-hidden="true" />
              </AppLink>
              <span>{head.text}</span>
            </div>
          )}
          <AppLink href={paths.dashboard()} className={classes['topBrand'] ?? ''}>
            <Brand product={settings.product} line={`with ${settings.clinicName}`} />
          </AppLink>
          <BackToPartner />
          <ProfileLink user={user} />
          <Button
            className={classes['leave'] ?? ''}
            variant="subtle"
            leftSection={<IconLogout size={18} aria-hidden="true" />}
            onClick={() => void session.signOut()}
          >
            Logout
          </Button>
        </header>
        <ApiUnavailableBanner {...outage} />
        <main id="main" tabIndex={-1} className={classes['main']}>
          <div className="s-print-head" aria-hidden="true">
            <span>{nameAndBirth(user.Person)}</span>
          </div>
          {children}
        </main>
        <ShellFooter />
      </div>
      {hasBar && <BottomBar entries={entries} unread={unread} email={user.Email} hours={settings.hours} />}
    </div>
  );
}

interface BottomBarProps {
  readonly entries: readonly Entry[];
  readonly unread: number;
  readonly email: string;
  readonly hours: string;
}

function BottomBar({ entries, unread, email, hours }: BottomBarProps) {
  const pathname = usePathname();
  const [more, setMore] = useState(false);
  const wanted = ['Dashboard', 'Request', 'History', 'Messages', 'Medical', 'Search'];
  const bar = wanted
    .flatMap((short) => entries.filter((entry) => (entry.short ?? entry.label) === short))
    .slice(0, ON_BAR);
  return (
    <nav className={classes['bar']} aria-label="Main, short">
      {bar.map((entry) =>
        entry.locked === undefined ? (
          <AppLink
            key={entry.label}
            href={entry.href}
            className={classes['tab'] ?? ''}
            aria-current={isCurrent(pathname, entry.href) ? 'page' : undefined}
          >
            <span className={classes['tabIcon']}>
              <entry.icon size={24} aria-hidden="true" />
              {entry.counts && <Count unread={unread} />}
            </span>
            {entry.short ?? entry.label}
          </AppLink>
        ) : (
          <span
            key={entry.label}
            role="link"
            aria-disabled="true"
            tabIndex={0}
            className={classes['tab']}
            aria-label={`${entry.label}. ${entry.locked}`}
          >
            <span className={classes['tabIcon']}>
              <entry.icon size={24} aria-hidden="true" />
            </span>
            {entry.short ?? entry.label}
          </span>
        ),
      )}
      <button
        type="button"
        className={classes['tab']}
        aria-expanded={more}
        aria-haspopup="dialog"
        onClick={() => setMore(true)}
      >
        <span className={classes['tabIcon']}>
          <IconMenu2 size={24} aria-hidden="true" />
        </span>
        More
      </button>
      {more && (
        <Suspense>
          <MoreMenu
            entries={entries}
            unread={unread}
            email={email}
            hours={hours}
            onClose={() => setMore(false)}
          />
        </Suspense>
      )}
    </nav>
  );
}
