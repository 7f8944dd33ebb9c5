// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The frame of a page that an e-mail leads to: the brand and one task, and the
 * way into the app only where the link is of no more use. When the task is over the window closes; where the browser
 * does not allow that, the page says that it may be closed (decision 101).
 */
import { Button, Title } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { useOutage } from '../../api/availability';
import { useSettings } from '../../api/queries';
import { Brand } from '../../ui/brand/Brand';
import { ApiUnavailableBanner, Notice } from '../../ui/feedback/states';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import styles from './links.module.css';

/** The page's title once its link is of no more use. */
export const EXPIRED = 'Link expired';

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

/** In place of the task: what happened, what to do next, and whom to write to. */
export function Expired({ next, onClose }: { readonly next: string; readonly onClose: () => void }) {
  return (
    <div className={styles.message}>
      <IconLinkOff size={28} aria-hidden="true" className={styles.icon} />
      <p>
        <strong>This function has expired. Please email for assistance.</strong> <Assistance />
      </p>
      <p>Links in our emails work for a limited time. {next}</p>
      <div className={styles.buttons}>
        <ButtonLink href={paths.login()}>Sign In</ButtonLink>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
