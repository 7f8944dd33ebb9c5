// SPDX-License-Identifier: AGPL-3.0-or-later

// The query cache, and the few queries that every screen needs (settings, options). A feature's own
// queries are in its queries.ts.
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { availability } from './availability';
import { apiQuery, whenReading } from './client';
import { ApiError, type ApiFailure } from './failures';
import type { Options, PublicSettings } from './generated/schema';
import { watchOpenings } from './openings';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Asked also without a network: a paused call would load for ever, a failed one says that we are offline.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      // A refusal stays a refusal; only silence and a failing service are worth another try.
      retry: (count, failure) => count < 2 && !(failure instanceof ApiError && failure.status < 500),
      refetchOnWindowFocus: () => navigator.onLine,
    },
    mutations: { retry: false },
  },
});

whenReading(watchOpenings(queryClient.getQueryCache()).isRefresh);

// After an outage everything on screen is asked for again, so that no failure stays behind.
availability.subscribe(() => {
  if (availability.get()) void queryClient.invalidateQueries();
});

/** Read once before the first screen; see main.tsx. */
export function loadSettings(): Promise<PublicSettings> {
  return queryClient.fetchQuery({
    ...apiQuery('get', '/api/settings'),
    // The start itself waits for the server and says so meanwhile.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

let settings: PublicSettings | undefined;

export function storeSettings(loaded: PublicSettings): void {
  settings = loaded;
}

/** The public settings, loaded before anything is shown. */
export function useSettings(): PublicSettings {
  return currentSettings();
}

export function currentSettings(): PublicSettings {
  if (!settings) throw new Error('the settings are loaded before the first screen');
  return settings;
}

export function useOptions({ enabled = true } = {}): UseQueryResult<Options, ApiFailure> {
  return useQuery({ ...apiQuery('get', '/api/options'), staleTime: Number.POSITIVE_INFINITY, enabled });
}
