// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The frame of a page that an e-mail leads to: the brand and one task, no way
 * into the app. When the task is over the window closes; where the browser
 * does not allow that, the page says that it may be closed (decision 101).
 */
import { Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { useOutage } from '../../api/availability';
import { useSettings } from '../../api/queries';
import { Brand } from '../../ui/brand/Brand';
import { ApiUnavailableBanner, Notice } from '../../ui/feedback/states';
import { useTabTitle } from '../../ui/page/tabTitle';
import styles from './links.module.css';

export const EXPIRED = 'This function has expired. Please email for assistance.';

/** Tries to close the window; tells whether it is still there. */
export function useClosing(): readonly [boolean, () => void] {
  const [closed, setClosed] = useState(false);
  const close = () => {
    window.close();
    setClosed(true);
  };
  return [closed, close];
}

type Props = { title: string; closed: boolean; children: ReactNode };

export function LinkFrame({ title, closed, children }: Props) {
  const settings = useSettings();
  const outage = useOutage();
  useTabTitle(title);
  return (
    <div className={styles.frame} data-frame="public">
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.top}>
        <Brand product={settings.product} line={`with ${settings.clinicName}`} />
      </header>
      <ApiUnavailableBanner {...outage} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Title order={1}>{title}</Title>
        {closed ? (
          <Notice kind="success" title="All done" live>
            You may close this page now.
          </Notice>
        ) : (
          children
        )}
      </main>
      <footer className={styles.bottom}>
        <p>{settings.hours}</p>
      </footer>
    </div>
  );
}

/** Where to write to when a link is of no more use. */
export function Assistance() {
  const { supportEmail } = useSettings();
  return (
    <a className="s-link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
}
