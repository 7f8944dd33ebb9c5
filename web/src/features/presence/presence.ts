// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Who else of the staff has this patient open. The page says every minute that
 * it is still there, at once when somebody came or went, and that it was left.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { PresenceView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { leavePatient } from './commands';
import { presenceOf } from './queries';

/** After 90 seconds of silence the server takes a page for closed. */
const BEAT_MS = 60_000;

function leave(personId: string): void {
  // Whatever becomes of it: silence is leaving, too.
  leavePatient(personId).catch(() => undefined);
}

/** Says that the page is open as long as it is, and knows who else has it open. */
export function usePresence(personId: string): readonly PresenceView[] {
  const client = useQueryClient();
  const others = useQuery({
    ...presenceOf(personId),
    // What came with the page is shown at once; saying that we are here waits for nothing.
    refetchOnMount: 'always',
    refetchInterval: BEAT_MS,
    refetchIntervalInBackground: true,
    staleTime: BEAT_MS,
  });
  useEffect(() => {
    const away = () => {
      leave(personId);
    };
    // A page that comes back out of the browser's memory is here again.
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) void refresh(client, 'presence');
    };
    window.addEventListener('pagehide', away);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pagehide', away);
      window.removeEventListener('pageshow', back);
      leave(personId);
    };
  }, [client, personId]);
  return others.data ?? [];
}
