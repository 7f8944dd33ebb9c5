// SPDX-License-Identifier: AGPL-3.0-or-later

/** Saves the draft for as long as the panel is on screen; leaving saves what is not saved yet. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { useUnsavedDraft } from '../../ui/forms/unsaved';
import { useSaveOnLeave } from '../../ui/forms/useSaveOnLeave';
import { draftsOf } from './queries';
import { type DraftState, NoteAutosave } from './autosave';

export interface NoteDraftBox extends DraftState {
  readonly autosave: NoteAutosave;
  /** Until the stored draft is known nothing can be typed over it. */
  readonly ready: boolean;
  readonly failure: Error | null;
  readonly retry: () => void;
}

export function useNoteDraft(personId: string): NoteDraftBox {
  const stored = useQuery(draftsOf(personId));
  const [autosave] = useState(() => new NoteAutosave(personId));
  const now = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const own = stored.data?.[0];
  useEffect(() => {
    if (own) autosave.offer(own);
  }, [autosave, own]);
  useSaveOnLeave(autosave);
  const isKnown = stored.data !== undefined && (own === undefined || autosave.isOf(own));
  useUnsavedDraft(
    now.saving,
    isKnown
      ? {
          name: `new note ${personId}`,
          typed: now.text,
          stored: now.stored,
          restore: (typed, { isChanged }) => autosave.goOn(typed, isChanged ? (own ?? null) : null),
        }
      : null,
  );
  return {
    ...now,
    autosave,
    ready: stored.data !== undefined,
    failure: stored.data === undefined ? stored.error : null,
    retry: () => void stored.refetch(),
  };
}
