// SPDX-License-Identifier: AGPL-3.0-or-later

// The time for what a screen says of time: it goes on by itself, every half minute.
import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
