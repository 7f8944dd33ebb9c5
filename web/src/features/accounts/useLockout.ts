// SPDX-License-Identifier: AGPL-3.0-or-later

// The wait after too many failed sign-ins. The server decides when it is over; here it is only
// counted down, on screen each second and aloud once a minute.
import { useEffect, useState } from 'react';
import { announce } from '../../ui/feedback/announce';

export interface Lockout {
  /** Seconds still to wait; 0 when one may try. */
  readonly left: number;
  readonly all: number;
  readonly start: (seconds: number) => void;
}

/** "4:07" */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function said(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'You can try again in one minute.' : `You can try again in ${minutes} minutes.`;
}

export function useLockout(): Lockout {
  const [until, setUntil] = useState(0);
  const [all, setAll] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const count = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0 && seconds % 60 === 0) announce(said(seconds));
      if (seconds === 0) {
        setUntil(0);
        announce('You can try again now.');
      }
    };
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const start = (seconds: number) => {
    setAll(seconds);
    setLeft(seconds);
    setUntil(Date.now() + seconds * 1000);
  };
  return { left, all, start };
}
