/**
 * The draft of a request, kept by the server so that it survives a reload, an
 * idle log-out and another device: read once, saved shortly after each change
 * and when the page is left. When another device saved later, nothing is
 * overwritten; the patient chooses. No health data stays in the browser.
 */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client';
import type { DraftAnswer, RequestDraft } from '../../api/types';
import { prescriptionDraft, saveDraft } from './calls';

export const EMPTY_DRAFT: RequestDraft = {
  medications: [],
  pharmacy: null,
  loadCurrent: false,
  step: null,
};

const SAVE_AFTER_MS = 800;
const RETRY_AFTER_MS = 5000;

export interface DraftState {
  state: 'loading' | 'error' | 'ready';
  draft: RequestDraft;
  change: (part: Partial<RequestDraft>) => void;
  /** 'kept' once the server has the newest content. */
  saving: 'kept' | 'waiting' | 'failed';
  /** The draft that another device saved, while the choice is open. */
  conflict: DraftAnswer | null;
  keepMine: () => void;
  takeTheirs: () => void;
  retry: () => void;
  /** Stops saving: the request was sent and the server dropped the draft. */
  close: () => void;
}

function draftIn(value: unknown): DraftAnswer | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('version' in value) || typeof value.version !== 'number') return null;
  const content = 'content' in value && isDraft(value.content) ? value.content : null;
  return { content, version: value.version, updatedAt: null };
}

function isDraft(value: unknown): value is RequestDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'medications' in value &&
    Array.isArray(value.medications)
  );
}

export function useRequestDraft(): DraftState {
  const stored = useQuery(prescriptionDraft());
  const [draft, setDraft] = useState<RequestDraft | null>(null);
  const [saving, setSaving] = useState<DraftState['saving']>('kept');
  const [conflict, setConflict] = useState<DraftAnswer | null>(null);
  const now = useRef({ draft: EMPTY_DRAFT, version: 0, dirty: false, busy: false, open: true });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (draft === null && stored.data !== undefined) {
    const first = stored.data.content ?? EMPTY_DRAFT;
    now.current = { ...now.current, draft: first, version: stored.data.version };
    setDraft(first);
  }

  const save = useCallback(async (leaving: boolean) => {
    clearTimeout(timer.current);
    const mine = now.current;
    if (!mine.dirty || mine.busy || !mine.open) return;
    mine.busy = true;
    mine.dirty = false;
    try {
      const answer = await saveDraft(mine.draft, mine.version, leaving);
      mine.version = answer.version;
      mine.busy = false;
      if (mine.dirty) timer.current = setTimeout(() => void save(false), SAVE_AFTER_MS);
      else setSaving('kept');
    } catch (failure) {
      mine.busy = false;
      mine.dirty = true;
      setSaving('failed');
      if (failure instanceof ApiError && failure.status === 409) {
        const theirs = draftIn(failure.current);
        if (theirs) setConflict(theirs);
      } else if (!(failure instanceof ApiError)) {
        timer.current = setTimeout(() => void save(false), RETRY_AFTER_MS);
      }
    }
  }, []);

  const change = useCallback(
    (part: Partial<RequestDraft>) => {
      const next = { ...now.current.draft, ...part };
      now.current.draft = next;
      now.current.dirty = true;
      setDraft(next);
      setSaving('waiting');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(false), SAVE_AFTER_MS);
    },
    [save],
  );

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void save(true);
    };
    const onLeave = () => void save(true);
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      void save(true);
    };
  }, [save]);

  return {
    state: draft !== null ? 'ready' : stored.isError ? 'error' : 'loading',
    draft: draft ?? EMPTY_DRAFT,
    change,
    saving,
    conflict,
    keepMine: () => {
      if (conflict) now.current.version = conflict.version;
      setConflict(null);
      void save(false);
    },
    takeTheirs: () => {
      if (conflict) {
        const theirs = conflict.content ?? EMPTY_DRAFT;
        Object.assign(now.current, { draft: theirs, version: conflict.version, dirty: false });
        setDraft(theirs);
        setSaving('kept');
      }
      setConflict(null);
    },
    retry: () => void stored.refetch(),
    close: () => {
      clearTimeout(timer.current);
      now.current.open = false;
    },
  };
}
