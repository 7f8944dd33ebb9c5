// SPDX-License-Identifier: AGPL-3.0-or-later

// /auth/{token}: signs in with a token that another site (the partner clinic's) made, then goes to the
// dashboard. A token that is refused leaves whoever was signed in alone.
import { Button, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiUnavailable } from '../../api/failures';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { BusyOverlay } from '../../ui/feedback/BusyOverlay';
import { Notice } from '../../ui/feedback/states';
import { AppLink, useGo, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import classes from './accounts.module.css';

type Outcome = 'asking' | 'refused' | 'away';

export function AuthTokenPage() {
  const given = useRouteParam('token');
  const [outcome, setOutcome] = useState<Outcome>('asking');
  const go = useGo();
  useTabTitle('Sign in');
  useEffect(() => {
    if (outcome !== 'asking') return undefined;
    let here = true;
    session
      .adopt(given)
      .then(() => {
        if (here) go(paths.dashboard(), { replace: true });
      })
      .catch((failure: unknown) => {
        if (here) setOutcome(failure instanceof ApiUnavailable ? 'away' : 'refused');
      });
    return () => {
      here = false;
    };
    // The way out is taken once; asking again is a new round.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [given, outcome]);
  return (
    <div className={classes['form']}>
      <Title order={1}>Sign in</Title>
      <BusyOverlay visible={outcome === 'asking'} />
      {outcome === 'refused' && <Refused />}
      {outcome === 'away' && (
        <>
          <Notice kind="error" live title="We couldn’t check your sign-in link.">
            Your link may still work. Please try again.
          </Notice>
          <Button size="lg" onClick={() => setOutcome('asking')}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

function Refused() {
  const { embedded, loginUrl, partnerHomeUrl, partnerClinic } = useSettings();
  const back = loginUrl ?? partnerHomeUrl;
  if (embedded && back !== null) {
    return (
      <Notice kind="error" live title={`The sign-in from ${partnerClinic.name} failed.`}>
        <a className="s-link" href={back}>
          Sign in at {partnerClinic.name} again
        </a>
      </Notice>
    );
  }
  return (
    <Notice kind="error" live title="This sign-in link has expired or was already used.">
      <AppLink href={paths.login()}>Sign In</AppLink>
    </Notice>
  );
}
