// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether what is on its way takes long enough to say so.
import { useEffect, useState } from 'react';

/** Under this nothing is shown: a flash of grey is worse than a short wait. */
const LOADING_DELAY_MS = 300;

export function useIsSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), LOADING_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

/**
 * Whether what a screen waits for has come, or failed, once. A part that is drawn then may ask again for what failed:
 * a screen that took it away for that would draw it anew at the next failure, and ask without end.
 */
export function useArrived(isOnTheWay: boolean): boolean {
  const [arrived, setArrived] = useState(!isOnTheWay);
  if (!arrived && !isOnTheWay) setArrived(true);
  return arrived || !isOnTheWay;
}
