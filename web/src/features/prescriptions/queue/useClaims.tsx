// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Claiming as the screens do it: claim or ask before taking over, release, and
 * go to the next patient. Every outcome is said aloud; nothing happens twice.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import type { ClaimView } from '../../../api/generated/schema';
import { refresh } from '../../../api/refresh';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { announce } from '../../../ui/feedback/announce';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { toast } from '../../../ui/feedback/toasts';
import { formatTime } from '../../../ui/format';
import { askFirst } from '../../../ui/forms/unsaved';
import { dropKeys, holdKeys } from '../../../ui/keyboard/useSingleKeys';
import { useGo } from '../../../ui/links/AppLink';
import { paths } from '../../../ui/links/paths';
import { nameOf } from '../review/lines';
import { claimPatient, claimedBy, claimNext, releasePatient } from './commands';

export type Claims = {
  /** A call is on its way. */
  busy: 'claim' | 'next' | null;
  claim: (personId: string, theirs?: ClaimView | null) => void;
  release: (personId: string) => void;
  /**
   * Opens the patient whose time runs out first of those nobody has. `mayGo` is given when nobody pressed for it, and asked
   * once the patient is claimed: whoever has begun to work here stays, and the patient goes back into the queue.
   */
  next: (leaving: string | null, mayGo?: () => boolean) => void;
  /** The question before taking over; to be drawn by the caller. */
  dialog: ReactNode;
};

export function useClaims(): Claims {
  const client = useQueryClient();
  const go = useGo();
  const running = useRef(false);
  const [busy, setBusy] = useState<Claims['busy']>(null);
  const [asked, setAsked] = useState<{ personId: string; theirs: ClaimView } | null>(null);

  const once = async (what: 'claim' | 'next', work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toastFailure(error);
    } finally {
      running.current = false;
      setBusy(null);
      void refresh(client, 'queue');
    }
  };

  const take = (personId: string, over: boolean) =>
    void once('claim', async () => {
      try {
        await claimPatient(client, personId, over);
        announce('Claimed.');
      } catch (error) {
        const theirs = claimedBy(error);
        if (!theirs) throw error;
        setAsked({ personId, theirs });
      }
    });

  return {
    busy,
    claim: (personId, theirs = null) => {
      if (theirs && !theirs.mine) setAsked({ personId, theirs });
      else take(personId, false);
    },
    release: (personId) =>
      void once('claim', async () => {
        await releasePatient(client, personId);
        announce('Released.');
      }),
    next: (leaving, mayGo) => {
      const open = () =>
        once('next', async () => {
          if (!mayGo) holdKeys('g');
          const personId = await claimNext(client, leaving).catch((failure: unknown) => {
            dropKeys();
            throw failure;
          });
          if (personId === null) {
            dropKeys();
            toast.info('No other patients are waiting.', 'Everyone in the queue is claimed or done.');
            return;
          }
          if (mayGo) {
            if (!mayGo()) {
              await releasePatient(client, personId);
              return;
            }
            holdKeys(null);
          }
          go(paths.patient(personId, { section: 'prescriptions' }));
        });
      // Before anybody is claimed: whoever stays has not taken the next one.
      if (mayGo) void open();
      else askFirst(() => void open());
    },
    dialog: (
      <ConfirmDialog
        opened={asked !== null}
        title="Take over this patient"
        question={
          asked
            ? `Dr. ${nameOf(asked.theirs.by)} claimed this patient at ${formatTime(asked.theirs.at)}. They will be notified. None of their work is lost.`
            : ''
        }
        safeLabel="Cancel"
        dangerLabel="Take over"
        danger={false}
        onConfirm={() => {
          if (asked) take(asked.personId, true);
          setAsked(null);
        }}
        onClose={() => {
          setAsked(null);
        }}
      />
    ),
  };
}
