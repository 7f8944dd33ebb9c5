// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether what a screen waits for has come, or failed, once. A part that is drawn then may ask again for what
// failed: a screen that took it away for that would draw it anew at the next failure, and ask without end.
import { useState } from 'react';

export function useArrived(isOnTheWay: boolean): boolean {
  const [arrived, setArrived] = useState(!isOnTheWay);
  if (!arrived && !isOnTheWay) setArrived(true);
  return arrived || !isOnTheWay;
}
