// SPDX-License-Identifier: AGPL-3.0-or-later

/** Saves the draft for as long as the form is on screen; leaving saves what is not saved yet. */
import { useState, useSyncExternalStore } from 'react';
import type { DraftContent, DraftView } from '../../api/generated/schema';
import { useUnsavedDraft } from '../../ui/forms/unsaved';
import { useSaveOnLeave } from '../../ui/forms/useSaveOnLeave';
import { DraftAutosave, type DraftSnapshot } from './autosave';

export interface RequestDraftState extends DraftSnapshot {
  /** It took up what an ended session left unsaved, after it was first drawn. */
  goesOn: boolean;
  change: DraftAutosave['change'];
  /** The content at this moment, for who goes on after an answer. */
  latest: () => DraftContent;
  keepMine: () => void;
  takeTheirs: () => void;
  hold: DraftAutosave['hold'];
  release: () => void;
  close: () => void;
}

export function useRequestDraft(stored: DraftView): RequestDraftState {
  const [autosave] = useState(() => new DraftAutosave(stored));
  const [goesOn, setGoesOn] = useState(false);
  const now = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  useSaveOnLeave(autosave);
  // What waits to be saved is saved when the page is left; what the end of a session left unsaved goes on from here.
  useUnsavedDraft(now.saving, {
    name: 'request draft',
    typed: now.draft,
    stored: now.stored,
    restore: (typed, { isChanged }) => {
      autosave.goOn(typed, isChanged);
      setGoesOn(true);
    },
  });
  const { change, keepMine, takeTheirs, hold, release, close } = autosave;
  const latest = () => autosave.snapshot().draft;
  return { ...now, goesOn, change, latest, keepMine, takeTheirs, hold, release, close };
}
