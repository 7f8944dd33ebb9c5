// SPDX-License-Identifier: AGPL-3.0-or-later

// Sign-in and confirmation: the form at the left, what to know at the right. The build draws it too, into the
// documents of the sign-in (src/prerender.tsx).
import { IconClockPause, IconDeviceMobileMessage, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Brand, LeafDrawing } from '../../../ui/brand/Brand';
import { AppLink } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { minutesOf, useSite, When } from '../site';
import classes from './AuthFrame.module.css';
import { PolicyLinks } from './PolicyLinks';

export function Skip() {
  return (
    <a className={classes['skip']} href="#main">
      Skip to content
    </a>
  );
}

interface AuthFrameProps {
  /** The page shown, as in the address. */
  readonly current: string;
  /** Above the page, such as a notice of an outage. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

export function AuthFrame({ current, notice, children }: AuthFrameProps) {
  const { product, clinicName } = useSite();
  return (
    <div className={classes['auth']}>
      <Skip />
      <div className={classes['authLeft']}>
        <header>
          <AppLink href={paths.home()} className={classes['plain'] ?? ''}>
            <Brand product={product} line={`with ${clinicName}`} />
          </AppLink>
        </header>
        {notice}
        <main id="main" tabIndex={-1}>
          <div className={classes['authForm']}>{children}</div>
        </main>
        <footer>
          <PolicyLinks className={classes['policies']} />
        </footer>
      </div>
      <BeforeYouSignIn current={current} />
    </div>
  );
}

/** What to have at hand; it disappears on narrow screens, where the form needs the room. */
function BeforeYouSignIn({ current }: Pick<AuthFrameProps, 'current'>) {
  const { idleSeconds, mode } = useSite();
  const staff = mode === 'office' || current === paths.officeLogin();
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
          <When setting="idleSeconds">
            <li>
              <IconClockPause size={22} aria-hidden="true" />
              {`For your privacy, we’ll sign you out after ${minutesOf(idleSeconds ?? 0)} minutes without activity.`}
            </li>
          </When>
        </ul>
      </div>
    </aside>
  );
}
