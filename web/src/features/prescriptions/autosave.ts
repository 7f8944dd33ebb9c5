// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Keeps a draft of a request at the server: saved shortly after each change and
 * when the page is left, again after silence, and never over a newer draft of
 * another device. A plain object that screens subscribe to; nothing of it stays
 * in the browser.
 */
import { ApiError } from '../../api/failures';
import type { DraftContent, DraftView } from '../../api/generated/schema';
import type { Saving } from '../../ui/forms/unsaved';
import { saveDraft } from './commands';

export const EMPTY_DRAFT: DraftContent = {
  medications: [],
  pharmacy: null,
  loadCurrent: false,
  step: null,
};

const SAVE_AFTER_MS = 800;
const RETRY_AFTER_MS = 5000;

export interface DraftSnapshot {
  draft: DraftContent;
  /** What the server has. */
  stored: DraftContent;
  /** 'kept' once the server has the newest content. */
  saving: Saving;
  /** The draft that another device saved, while the choice is open. */
  conflict: DraftView | null;
}

export class DraftAutosave {
  private now: DraftSnapshot;
  private version: number;
  private dirty = false;
  private busy = false;
  private open = true;
  private held = false;
  private saving: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(stored: DraftView) {
    const content = stored.content ?? EMPTY_DRAFT;
    this.now = { draft: content, stored: content, saving: 'kept', conflict: null };
    this.version = stored.version;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): DraftSnapshot => this.now;

  readonly change = (part: Partial<DraftContent>): void => {
    this.dirty = true;
    this.show({ draft: { ...this.now.draft, ...part }, saving: 'waiting' });
    this.saveIn(SAVE_AFTER_MS);
  };

  /** Goes on with what an ended session left unsaved; what another device saved there meanwhile is asked about. */
  readonly goOn = (draft: DraftContent, isChanged: boolean): void => {
    const theirs = { content: this.now.stored, version: this.version, updatedAt: null };
    this.dirty = true;
    this.show({ draft, saving: 'waiting', conflict: isChanged ? theirs : null });
    this.saveIn(SAVE_AFTER_MS);
  };

  /** Saves at once; `leaving` lets the call outlive the page. */
  save(leaving: boolean): Promise<void> {
    clearTimeout(this.timer);
    const isAtRest = !this.dirty || this.busy || !this.open || this.held || this.now.conflict !== null;
    if (!isAtRest) this.saving = this.send(leaving);
    return this.saving;
  }

  private async send(leaving: boolean): Promise<void> {
    this.busy = true;
    this.dirty = false;
    const sent = this.now.draft;
    try {
      const answer = await saveDraft(sent, this.version, leaving);
      this.version = answer.version;
      this.busy = false;
      this.show(this.dirty ? { stored: sent } : { stored: sent, saving: 'kept' });
      if (this.dirty) this.saveIn(SAVE_AFTER_MS);
    } catch (failure) {
      this.busy = false;
      this.dirty = true;
      this.refused(failure);
    }
  }

  /** The request itself is about to be sent: what is being saved is awaited, and nothing more is saved. */
  readonly hold = (): Promise<void> => {
    this.held = true;
    return this.saving;
  };

  /** It was not sent after all. */
  readonly release = (): void => {
    this.held = false;
    if (this.dirty) this.saveIn(SAVE_AFTER_MS);
  };

  /** Ours counts: it is saved over the version we were told of, and no newer one. */
  readonly keepMine = (): void => {
    this.version = this.now.conflict?.version ?? this.version;
    this.show({ conflict: null });
    void this.save(false);
  };

  readonly takeTheirs = (): void => {
    const theirs = this.now.conflict;
    if (!theirs) return;
    this.version = theirs.version;
    this.dirty = false;
    const content = theirs.content ?? EMPTY_DRAFT;
    this.show({ draft: content, stored: content, saving: 'kept', conflict: null });
  };

  /** Stops saving: the request was sent and the server dropped the draft. */
  readonly close = (): void => {
    clearTimeout(this.timer);
    this.open = false;
  };

  private refused(failure: unknown): void {
    const isStale = failure instanceof ApiError && failure.status === 409;
    const saving = failure instanceof ApiError ? 'failed' : 'unanswered';
    this.show({ saving, conflict: isStale ? draftIn(failure.current) : null });
    if (!(failure instanceof ApiError)) this.saveIn(RETRY_AFTER_MS);
  }

  private saveIn(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(false), wait);
  }

  private show(part: Partial<DraftSnapshot>): void {
    this.now = { ...this.now, ...part };
    for (const listener of this.listeners) listener();
  }
}

function isDraft(value: unknown): value is DraftContent {
  return (
    typeof value === 'object' && value !== null && 'medications' in value && Array.isArray(value.medications)
  );
}

/** The newest draft, as a refusal for staleness carries it. */
function draftIn(value: unknown): DraftView | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('version' in value) || typeof value.version !== 'number') return null;
  const content = 'content' in value && isDraft(value.content) ? value.content : null;
  return { content, version: value.version, updatedAt: null };
}
