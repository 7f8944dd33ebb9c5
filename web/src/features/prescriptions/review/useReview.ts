/**
 * Runs review commands for one patient: one at a time per prescription, with
 * the answer in the cache, a word for screen readers, and a conflict kept for
 * the reviewer to settle when somebody else was quicker. It decides nothing
 * about what may be done; the server and lines.ts do.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError } from '../../../api/client';
import type { PrescriptionView } from '../../../api/types';
import { announce } from '../../../ui/feedback/announce';
import { toast } from '../../../ui/feedback/toasts';
import { remember, sendCommand, staleAgainst } from './calls';
import { spoken, type Command, type Reviewer } from './commands';

/** Somebody saved a newer version while a command was on its way. */
export type Conflict = { command: Command; base: PrescriptionView; theirs: PrescriptionView };

export type Review = {
  reviewer: Reviewer;
  /** Prescriptions with a command on the way. */
  busy: ReadonlySet<string>;
  conflict: Conflict | null;
  /** Answers the newest view, or null when the command did not go through. Field faults are thrown. */
  run: (command: Command, view: PrescriptionView) => Promise<PrescriptionView | null>;
  keepTheirs: () => void;
  applyAgain: () => void;
};

export function useReview(reviewer: Reviewer): Review {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(new Set<string>());
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const mark = (id: string, on: boolean) => {
    if (on) running.current.add(id);
    else running.current.delete(id);
    setBusy(new Set(running.current));
  };

  const run = async (command: Command, view: PrescriptionView): Promise<PrescriptionView | null> => {
    if (running.current.has(view._id)) return null;
    mark(view._id, true);
    try {
      const newest = await sendCommand(command, view, reviewer);
      remember(client, newest);
      announce(spoken(command, newest));
      return newest;
    } catch (error) {
      const theirs = staleAgainst(error);
      if (theirs) {
        setConflict({ command, base: view, theirs });
        return null;
      }
      if (error instanceof ApiError && error.status === 422 && command.kind === 'edit') throw error;
      toast.error(`Error - ${error instanceof Error ? error.message : 'undefined system error'}`);
      return null;
    } finally {
      mark(view._id, false);
    }
  };

  return {
    reviewer,
    busy,
    conflict,
    run,
    keepTheirs: () => {
      if (!conflict) return;
      remember(client, conflict.theirs);
      announce('Kept the other version.');
      setConflict(null);
    },
    applyAgain: () => {
      if (!conflict) return;
      remember(client, conflict.theirs);
      setConflict(null);
      void run(conflict.command, conflict.theirs).catch((error: unknown) => {
        toast.error(`Error - ${error instanceof Error ? error.message : 'undefined system error'}`);
      });
    },
  };
}
