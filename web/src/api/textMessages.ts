// SPDX-License-Identifier: AGPL-3.0-or-later

// Whether text messages go out, for those who wait for a code.
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from './client';

const TEXT_MESSAGES_MS = 10_000;

/** Whether text messages are known to be away; asked again and again while a code that was sent by one is awaited. */
export function useTextMessagesAway(waiting = true): boolean {
  const { data } = useQuery({
    ...apiQuery('get', '/api/user/text-messages'),
    enabled: waiting,
    staleTime: 0,
    refetchInterval: TEXT_MESSAGES_MS,
  });
  return waiting && data?.available === false;
}
