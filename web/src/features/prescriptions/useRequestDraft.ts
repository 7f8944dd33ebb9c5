// SPDX-License-Identifier: AGPL-3.0-or-later

/** Saves the draft for as long as the form is on screen; leaving saves what is not saved yet. */
import { useState, useSyncExternalStore } from 'react';
import type { DraftContent, DraftView } from '../../api/generated/schema';
import { useSaveOnLeave } from '../../ui/forms/useSaveOnLeave';
import { DraftAutosave, type DraftSnapshot } from './autosave';

export interface RequestDraftState extends DraftSnapshot {
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
  const now = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  useSaveOnLeave(autosave);
  const { change, keepMine, takeTheirs, hold, release, close } = autosave;
  const latest = () => autosave.snapshot().draft;
  return { ...now, change, latest, keepMine, takeTheirs, hold, release, close };
}
