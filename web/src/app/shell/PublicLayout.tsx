// SPDX-License-Identifier: AGPL-3.0-or-later

// Frames for people who are not signed in (site, sign-in) and the bare frame of the payment page.
import { useOutage } from '../../api/availability';
import { useLiveUpdates } from '../../api/events';
import { useSettings } from '../../api/queries';
import { AuthFrame, Skip } from '../../features/public-pages/frame/AuthFrame';
import { PublicFrame } from '../../features/public-pages/frame/PublicFrame';
import { ApiUnavailableBanner } from '../../ui/feedback/states';
import { Outlet, usePathname } from '../../ui/links/router';
import { IdleGuard } from './IdleGuard';
import classes from './PublicLayout.module.css';
import { useLeaveWhenSignedOut } from './leaving';

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

/** Sign-in and confirmation. */
export function AuthLayout() {
  const outage = useOutage();
  return (
    <AuthFrame current={usePathname()} notice={<ApiUnavailableBanner {...outage} />}>
      <Outlet />
    </AuthFrame>
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
