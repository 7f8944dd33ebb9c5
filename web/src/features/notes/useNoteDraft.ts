/** A draft keeper for as long as the panel is on screen; leaving saves what is not saved yet. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { draftsOf } from './calls';
import { type DraftState, NoteDraftKeeper } from './draftKeeper';

export interface NoteDraftBox extends DraftState {
  readonly keeper: NoteDraftKeeper;
  /** Until the stored draft is known nothing can be typed over it. */
  readonly ready: boolean;
  readonly failure: Error | null;
  readonly retry: () => void;
}

export function useNoteDraft(personId: string): NoteDraftBox {
  const stored = useQuery(draftsOf(personId));
  const [keeper] = useState(() => new NoteDraftKeeper(personId));
  const now = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  const own = stored.data?.[0];
  useEffect(() => {
    if (own) keeper.offer(own);
  }, [keeper, own]);
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void keeper.save(true);
    };
    const onLeave = () => void keeper.save(true);
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      void keeper.save(true);
    };
  }, [keeper]);
  return {
    ...now,
    keeper,
    ready: stored.data !== undefined,
    failure: stored.data === undefined ? stored.error : null,
    retry: () => void stored.refetch(),
  };
}
