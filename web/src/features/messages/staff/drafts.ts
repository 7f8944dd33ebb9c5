// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Replies that were begun and not sent. They stay while somebody is signed in, and over the end of a session for the
 * same person (keeping.ts), in memory only: what is written about a patient is not kept on the device.
 */
import { useSyncExternalStore } from 'react';

import { session } from '../../../api/session';
import { type Again, takeKept } from '../../../ui/forms/keeping';
import { holdInDocument } from '../../../ui/forms/unsaved';

export interface ReplyDraft {
  readonly message: string;
  readonly files: readonly File[];
  /** How many replies stood there when it was begun, or when a newer one was said to be read. */
  readonly seen: number;
  /** It was begun before a session that ended. */
  readonly again?: Again;
}

let drafts: ReadonlyMap<string, ReplyDraft> = new Map();
let owner: string | undefined;
const listeners = new Set<() => void>();

const NO_DRAFTS: readonly (readonly [string, ReplyDraft])[] = [];
const KEPT = { name: 'replies', stored: NO_DRAFTS, isAnywhere: true };

let endHold = (): void => undefined;

function set(next: ReadonlyMap<string, ReplyDraft>): void {
  // They outlive every way inside of the app, and no reload.
  if (drafts.size === 0 && next.size > 0) endHold = holdInDocument(() => ({ ...KEPT, typed: [...drafts] }));
  if (next.size === 0) endHold();
  drafts = next;
  for (const listener of listeners) listener();
}

// Another person at the same desk finds nothing of the first one's.
session.subscribe(() => {
  const now = session.get().user?._id;
  if (now === owner) return;
  owner = now;
  if (drafts.size > 0) set(new Map());
  const again = now === undefined ? null : takeKept(KEPT);
  if (again) set(new Map(again.typed.map(([id, draft]) => [id, { ...draft, again }])));
});

export function storeReplyDraft(messageId: string, draft: ReplyDraft | null): void {
  owner ??= session.get().user?._id;
  const next = new Map(drafts);
  if (draft === null || (draft.message === '' && draft.files.length === 0)) next.delete(messageId);
  else next.set(messageId, draft);
  set(next);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function useDrafts(): ReadonlyMap<string, ReplyDraft> {
  return useSyncExternalStore(subscribe, () => drafts);
}
