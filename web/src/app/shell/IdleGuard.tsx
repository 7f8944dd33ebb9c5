// SPDX-License-Identifier: AGPL-3.0-or-later

// Signs out after the idle limit of the settings, and asks a minute before (an addition, for WCAG
// 2.2.1). Any tab's activity keeps all tabs alive; the server keeps its own clock and is told.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import { Dialog } from '../../ui/dialogs/Dialog';
import { announce } from '../../ui/feedback/announce';

/** The warning comes this long before the end. */
const WARN_S = 60;
/** An active user without a call of their own is reported to the server this often. */
const TELL_MS = 60_000;
/** Other tabs hear of an active user at most this often. */
const SHARE_MS = 1000;
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function IdleGuard() {
  const { idleSeconds } = useSettings();
  if (idleSeconds === null) return null;
  return <Guard limitMs={idleSeconds * 1000} />;
}

function minutes(ms: number): string {
  const whole = Math.round(ms / 60_000);
  return whole === 1 ? 'one minute' : `${whole} minutes`;
}

function Guard({ limitMs }: { readonly limitMs: number }) {
  const [left, setLeft] = useState<number | null>(null);
  const active = useRef(0);
  const told = useRef(0);
  const shared = useRef(0);
  const warning = left !== null;
  const warningNow = useRef(warning);

  useEffect(() => {
    warningNow.current = warning;
  }, [warning]);

  useEffect(() => {
    active.current = Date.now();
    told.current = active.current;
    // Opening a page is activity too: another tab must not end what was just begun here.
    session.tellActive();
    const sign = () => {
      // Once the dialog is up only its button counts: a stray move of the mouse must not hide it.
      if (warningNow.current) return;
      const now = Date.now();
      active.current = now;
      if (now - shared.current >= SHARE_MS) {
        shared.current = now;
        session.tellActive();
      }
      if (now - told.current < TELL_MS) return;
      told.current = now;
      session.refresh().catch(() => undefined);
    };
    for (const name of ACTIVITY_EVENTS) window.addEventListener(name, sign, { passive: true });
    const stopHearing = session.onOtherTabActive(() => {
      active.current = Date.now();
      setLeft(null);
    });
    const tick = setInterval(() => {
      const rest = Math.ceil((active.current + limitMs - Date.now()) / 1000);
      if (rest <= 0) void session.signOut('idle');
      else setLeft(rest <= WARN_S ? rest : null);
    }, 1000);
    return () => {
      for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, sign);
      stopHearing();
      clearInterval(tick);
    };
  }, [limitMs]);

  useEffect(() => {
    if (warning)
      announce('You will be signed out in one minute. Choose Stay signed in to continue.', { urgent: true });
  }, [warning]);

  const stay = () => {
    active.current = Date.now();
    told.current = Date.now();
    setLeft(null);
    session.tellActive();
    session.refresh().catch(() => undefined);
  };
  return (
    <Dialog
      opened={warning}
      onClose={stay}
      closable={false}
      title="Are you still there?"
      footer={
        <>
          <Button variant="default" onClick={() => void session.signOut()}>
            Logout
          </Button>
          <Button onClick={stay} data-autofocus>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        For your privacy, we’ll sign you out after {minutes(limitMs)} without activity.
        <span aria-hidden="true"> {left ?? 0} seconds are left.</span>
      </p>
    </Dialog>
  );
}
