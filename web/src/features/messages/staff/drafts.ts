// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Replies that were begun and not sent. They stay while somebody is signed in,
 * in memory only: what is written about a patient is not kept on the device.
 */
import { useSyncExternalStore } from 'react';

import { session } from '../../../api/session';
import { holdInDocument } from '../../../ui/forms/unsaved';

export interface ReplyDraft {
  readonly message: string;
  readonly files: readonly File[];
  /** How many replies stood there when it was begun, or when a newer one was said to be read. */
  readonly seen: number;
}

let drafts: ReadonlyMap<string, ReplyDraft> = new Map();
let owner: string | undefined;
const listeners = new Set<() => void>();

let endHold = (): void => undefined;

function set(next: ReadonlyMap<string, ReplyDraft>): void {
  // They outlive every way inside of the app, and no reload.
  if (drafts.size === 0 && next.size > 0) endHold = holdInDocument();
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
