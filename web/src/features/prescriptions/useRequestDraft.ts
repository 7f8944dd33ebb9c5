/** A draft keeper for as long as the form is on screen; leaving saves what is not saved yet. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DraftAnswer } from '../../api/types';
import { DraftKeeper, type DraftSnapshot } from './draftKeeper';

export interface RequestDraftState extends DraftSnapshot {
  change: DraftKeeper['change'];
  keepMine: () => void;
  takeTheirs: () => void;
  hold: DraftKeeper['hold'];
  release: () => void;
  close: () => void;
}

export function useRequestDraft(stored: DraftAnswer): RequestDraftState {
  const [keeper] = useState(() => new DraftKeeper(stored));
  const now = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
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
  const { change, keepMine, takeTheirs, hold, release, close } = keeper;
  return { ...now, change, keepMine, takeTheirs, hold, release, close };
}
