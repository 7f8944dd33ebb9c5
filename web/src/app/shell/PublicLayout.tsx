// SPDX-License-Identifier: AGPL-3.0-or-later

// Frames for people who are not signed in (site, sign-in) and the bare frame of the payment page.
import { IconClockPause, IconDeviceMobileMessage, IconMapPin } from '@tabler/icons-react';
import { useOutage } from '../../api/availability';
import { useLiveUpdates } from '../../api/events';
import { useSettings } from '../../api/queries';
import { PolicyLinks } from '../../features/public-pages/frame/PolicyLinks';
import { PublicFrame } from '../../features/public-pages/frame/PublicFrame';
import { Brand, LeafDrawing } from '../../ui/brand/Brand';
import { ApiUnavailableBanner } from '../../ui/feedback/states';
import { AppLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Outlet, usePathname } from '../../ui/links/router';
import { IdleGuard } from './IdleGuard';
import classes from './PublicLayout.module.css';
import { useLeaveWhenSignedOut } from './leaving';

function Skip() {
  return (
    <a className={classes['skip']} href="#main">
      Skip to content
    </a>
  );
}

/** The sign-up, in the frame of the public pages. */
export function PublicLayout() {
  const outage = useOutage();
  const pathname = usePathname();
  return (
    <PublicFrame current={pathname} signingUp notice={<ApiUnavailableBanner {...outage} />}>
      <Outlet />
    </PublicFrame>
  );
}

/** Sign-in and confirmation: the form at the left, what to know at the right. */
export function AuthLayout() {
  const settings = useSettings();
  const outage = useOutage();
  return (
    <div className={classes['auth']}>
      <Skip />
      <div className={classes['authLeft']}>
        <header>
          <AppLink href={paths.home()} className={classes['plain'] ?? ''}>
            <Brand product={settings.product} line={`with ${settings.clinicName}`} />
          </AppLink>
        </header>
        <ApiUnavailableBanner {...outage} />
        <main id="main" tabIndex={-1}>
          <div className={classes['authForm']}>
            <Outlet />
          </div>
        </main>
        <footer>
          <PolicyLinks className={classes['policies']} />
        </footer>
      </div>
      <BeforeYouSignIn />
    </div>
  );
}

/** What to have at hand; it disappears on narrow screens, where the form needs the room. */
function BeforeYouSignIn() {
  const { idleSeconds, mode } = useSettings();
  const pathname = usePathname();
  const staff = mode === 'office' || pathname === paths.officeLogin();
  return (
    <aside className={classes['authRight']} aria-label="Before you sign in">
      <LeafDrawing className={classes['leaves']} />
      <div className={classes['authWords']}>
        <h2>Before you sign in</h2>
        <ul>
          <li>
            <IconDeviceMobileMessage size={22} aria-hidden="true" />
            {staff
              ? 'Have your authenticator app with you. It shows the code we ask for.'
              : 'Have your cell phone with you. We’ll send a code by text message.'}
          </li>
          {!staff && (
            <li>
              <IconMapPin size={22} aria-hidden="true" />
              You need to be physically located in British Columbia.
            </li>
          )}
          {idleSeconds !== null && (
            <li>
              <IconClockPause size={22} aria-hidden="true" />
              {`For your privacy, we’ll sign you out after ${Math.round(idleSeconds / 60)} minutes without activity.`}
            </li>
          )}
        </ul>
      </div>
    </aside>
  );
}

/** One task and nothing beside it. */
export function BareLayout() {
  const settings = useSettings();
  const outage = useOutage();
  const user = useLeaveWhenSignedOut();
  useLiveUpdates();
  if (!user) return null;
  return (
    <div className={classes['bare']}>
      <Skip />
      <ApiUnavailableBanner {...outage} />
      <main id="main" tabIndex={-1} aria-label={settings.product}>
        <Outlet />
      </main>
      <IdleGuard />
    </div>
  );
}
