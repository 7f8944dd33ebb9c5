// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Runs review commands for one patient: one at a time per prescription, in the
 * order they were pressed. A decision shows at once, laid over what the server
 * last said, and goes again if it was refused; a conflict is kept for the
 * reviewer to settle when somebody else was quicker. It decides nothing about
 * what may be done; the server and lines.ts do.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError } from '../../../api/failures';
import type { PrescriptionView } from '../../../api/generated/schema';
import { refresh } from '../../../api/refresh';
import { announce } from '../../../ui/feedback/announce';
import { isUnanswered } from '../../../ui/feedback/failureText';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { forgetKept, whoIsHere } from '../../../ui/forms/keeping';
import { keepAfterRefusal, keepUnderWay } from '../../../ui/forms/unsaved';
import { commandAnnouncement, predictedView } from './commandFacts';
import { sendCommand, type Command, type Exception, type Reviewer } from './commands';
import { lineOf } from './lines';
import { isAsSent } from './merge';
import { cachePrescription, staleAgainst } from './queries';
import { reasonForm } from './reasonForm';

/** Somebody saved a newer version while a command was on its way. */
export type Conflict = { command: Command; base: PrescriptionView; theirs: PrescriptionView };

/** A command that a doctor's reason is asked for: its drug is of a crossed-out class. */
export type CommandToConfirm = {
  command: Extract<Command, { kind: 'decide' | 'edit' }>;
  seen: PrescriptionView;
  why: string;
};

/** Told why the server refused a command, when no dialog says so; nothing where nobody answered. */
type Refused = (why: string) => void;

/** A command that was pressed and not answered yet, with the view it was pressed on. */
type Pressed = {
  command: Command;
  seen: PrescriptionView;
  onRefused?: Refused | undefined;
  /** Its dialog stays, and says itself what became of it. */
  stays?: boolean;
  /** Who pressed it. */
  sender: string | null;
};

export type Review = {
  reviewer: Reviewer;
  /** Prescriptions with a command on the way whose outcome cannot be shown before it is known. */
  busy: ReadonlySet<string>;
  conflict: Conflict | null;
  asked: CommandToConfirm | null;
  /** Asks for the reason before anything is sent. */
  ask: (asked: CommandToConfirm) => void;
  /** Sends the command again with the reason; field faults are thrown. */
  giveReason: (exception: Exception) => Promise<PrescriptionView | null>;
  giveUp: () => void;
  /** The prescriptions as they stand with what is on its way. */
  shown: (prescriptions: readonly PrescriptionView[]) => readonly PrescriptionView[];
  /**
   * Answers the newest view, or null when the command did not go through. Field faults are thrown, and the lost answer
   * to what a form sent.
   */
  run: (command: Command, view: PrescriptionView, onRefused?: Refused) => Promise<PrescriptionView | null>;
  /** Done when nothing of these prescriptions is on its way any more, at once when nothing is. */
  settled: (prescriptions: readonly string[]) => Promise<unknown>;
  keepTheirs: () => void;
  /** Answers whether it is done; the conflict stays until it is, and every failure is thrown. */
  applyAgain: (command: Command) => Promise<boolean>;
};

/** What each was shown to make of the view it was laid over: the same object as long as both are the same. */
const predicted = new WeakMap<Pressed, { over: PrescriptionView; view: PrescriptionView }>();

function laidOver(view: PrescriptionView, one: Pressed): PrescriptionView {
  const known = predicted.get(one);
  if (known?.over === view) return known.view;
  const shown = predictedView(one.command, one.seen, view);
  predicted.set(one, { over: view, view: shown });
  return shown;
}

/** Sent from a form that stays where nobody answers, and then knows it. */
const staysOpen = (command: Command) =>
  command.kind === 'text' || command.kind === 'encounter' || (command.kind === 'edit' && !command.exception);

const plain = ({ kind }: Command) => kind === 'decide' || kind === 'acknowledge';

/** The own words that go with a decision, as their dialog takes them up; null when none do. */
export function wordsIn(command: Command, seen: PrescriptionView) {
  if (command.kind !== 'decide' || !command.status || !command.reason?.text) return null;
  const line = lineOf(seen, command.line);
  const { code, text } = command.reason;
  return line ? { ...reasonForm(line, command.status), typed: { code, text } } : null;
}

/** The line is decided: no reason of it that was refused before waits any more. */
function forgetRefused(command: Command, seen: PrescriptionView): void {
  const line = command.kind === 'decide' ? lineOf(seen, command.line) : undefined;
  if (line) for (const decision of ['Approved', 'Rejected'] as const) forgetKept(reasonForm(line, decision));
}

export function useReview(reviewer: Reviewer): Review {
  const client = useQueryClient();
  const [pressed, setPressed] = useState<readonly Pressed[]>([]);
  const lines = useRef(new Map<string, Promise<unknown>>());
  const waiting = useRef(new Set<string>());
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [asked, setAsked] = useState<CommandToConfirm | null>(null);

  const send = async ({
    command,
    seen,
    onRefused,
    stays,
    sender,
  }: Pressed): Promise<PrescriptionView | null> => {
    try {
      const newest = await sendCommand(command, seen, reviewer);
      cachePrescription(client, newest);
      announce(commandAnnouncement(command, newest));
      forgetRefused(command, seen);
      return newest;
    } catch (error) {
      const theirs = staleAgainst(error);
      if (theirs && isAsSent(command, seen, theirs)) {
        cachePrescription(client, theirs);
        announce(commandAnnouncement(command, theirs));
        return theirs;
      }
      if (theirs) {
        setConflict({ command, base: seen, theirs });
        return null;
      }
      if (command.kind === 'decide' || command.kind === 'edit') {
        if (error instanceof ApiError && error.code === 'NEEDS_REASON' && !command.exception) {
          setAsked({ command, seen, why: error.message });
          return null;
        }
      }
      // The dialog that sent it stays with what was typed, and says what is wrong.
      if (stays || ('exception' in command && command.exception)) {
        if (isUnanswered(error)) void refresh(client, 'prescription');
        throw error;
      }
      if (error instanceof ApiError && error.status === 422 && !plain(command)) throw error;
      toastFailure(error, seen);
      // The dialog of a reason is closed: its words wait for it.
      const words = wordsIn(command, seen);
      if (words) keepAfterRefusal(words, error, sender);
      // Nobody knows whether it was done: what is on screen is read again.
      if (isUnanswered(error)) void refresh(client, 'prescription');
      onRefused?.(!isUnanswered(error) && error instanceof Error ? error.message : '');
      if (isUnanswered(error) && staysOpen(command)) throw error;
      return null;
    }
  };

  const press = (given: Omit<Pressed, 'sender'>): Promise<PrescriptionView | null> => {
    const mine: Pressed = { ...given, sender: whoIsHere() };
    const { command, seen: view } = mine;
    // A second press of a button that waits is one press too many; decisions queue up.
    if (!plain(command)) {
      if (waiting.current.has(view._id)) return Promise.resolve(null);
      waiting.current.add(view._id);
    }
    setPressed((all) => [...all, mine]);
    const words = wordsIn(command, view);
    const answered = words && keepUnderWay(() => words);
    const before = lines.current.get(view._id) ?? Promise.resolve();
    const answer = before.then(() => send(mine));
    const settled = answer
      .catch(() => null)
      .finally(() => answered?.())
      // The cache tells its readers a turn later: until then the press still stands for its answer.
      .then(() => new Promise((told) => setTimeout(told, 0)))
      .then(() => {
        if (!plain(command)) waiting.current.delete(view._id);
        setPressed((all) => all.filter((one) => one !== mine));
      });
    lines.current.set(view._id, settled);
    return answer;
  };
  const run: Review['run'] = (command, seen, onRefused) => press({ command, seen, onRefused });

  return {
    reviewer,
    busy: new Set(pressed.filter((one) => !plain(one.command)).map((one) => one.seen._id)),
    conflict,
    asked,
    ask: setAsked,
    giveReason: async (exception) => {
      if (!asked) return null;
      // What was not done is thrown, and the dialog stays.
      const saved = await run({ ...asked.command, exception }, asked.seen);
      setAsked(null);
      if (saved) setConflict(null);
      return saved;
    },
    giveUp: () => {
      setAsked(null);
    },
    shown: (prescriptions) =>
      pressed.length === 0
        ? prescriptions
        : prescriptions.map((prescription) =>
            pressed.filter((one) => one.seen._id === prescription._id).reduce(laidOver, prescription),
          ),
    run,
    settled: (prescriptions) => Promise.all(prescriptions.map((id) => lines.current.get(id))),
    keepTheirs: () => {
      if (!conflict) return;
      cachePrescription(client, conflict.theirs);
      announce('Kept the other version.');
      setConflict(null);
    },
    applyAgain: async (command) => {
      if (!conflict) return false;
      cachePrescription(client, conflict.theirs);
      const saved = await press({ command, seen: conflict.theirs, stays: true });
      // Where somebody was quicker once more, the next conflict stands there already.
      if (saved) setConflict(null);
      return saved !== null;
    },
  };
}
