// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Keeps what is being written at the server: shortly after the last letter, when
 * the box or the page is left, again after silence, and never over what the
 * author wrote meanwhile on another machine. Signing is its last word on a
 * draft. A plain object that the box subscribes to.
 */
import { newIdempotencyKey } from '../../api/client';
import { ApiError } from '../../api/failures';
import type { NoteDraft, NoteView } from '../../api/generated/schema';
import { unansweredText } from '../../ui/feedback/failureText';
import { isBlank } from '../../ui/forms/blank';
import type { Saving } from '../../ui/forms/unsaved';
import { saveDraft, signDraft } from './commands';

/** Specification section 9. */
export const SAVE_AFTER_MS = 2000;
export const SIGN_AFTER_MS = 500;
export const IDLE_MS = 10_000;

export interface DraftState {
  readonly text: string;
  /** What the server has of it. */
  readonly stored: string;
  /** Whether the box is open. */
  readonly edit: boolean;
  readonly saving: Saving;
  readonly savedAt: string | null;
  /** What another machine saved, while the choice is open. */
  readonly conflict: NoteDraft | null;
  readonly signing: boolean;
  readonly refused: string | null;
  /** What is said where signing got no answer: it may be a note by now, and is to be signed again if it is none. */
  readonly unsigned: string | null;
}

interface Signing {
  readonly draft: Parameters<typeof signDraft>[0];
  readonly key: string;
}

export class NoteAutosave {
  private now: DraftState = {
    text: '',
    stored: '',
    edit: true,
    saving: 'kept',
    savedAt: null,
    conflict: null,
    signing: false,
    refused: null,
    unsigned: null,
  };
  private readonly personId: string;
  private id: string | null = null;
  private version: number | null = null;
  private dirty = false;
  private underWay: Promise<void> | null = null;
  /** What was sent to be signed without an answer: signed again it is the same command. */
  private perhaps: Signing | null = null;
  private offered: NoteDraft | null = null;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(personId: string) {
    this.personId = personId;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): DraftState => this.now;

  /** What the server has, as it was read or as a live event brought it. */
  readonly offer = (stored: NoteDraft): void => {
    if (this.underWay !== null || this.now.signing) {
      this.offered = stored;
      return;
    }
    if (this.id === stored._id && (this.version ?? -1) >= stored.version) return;
    if (this.wasSigned(stored)) {
      this.clear(stored);
      return;
    }
    if (this.dirty && stored.text !== this.now.text) {
      // An emptied draft is one that was signed or put away elsewhere: what is typed here goes on.
      if (isBlank(stored.text)) {
        this.adopt(stored);
        this.saveIn(SAVE_AFTER_MS);
      } else this.show({ conflict: stored, saving: 'failed' });
      return;
    }
    this.adopt(stored);
    this.dirty = false;
    this.show({ text: stored.text, edit: stored.edit, saving: 'kept', conflict: null });
  };

  /** Whether it goes on from this one. */
  readonly isOf = (stored: NoteDraft): boolean => this.id === stored._id;

  /** Typed before the session ended; `theirs` is what was saved meanwhile. */
  readonly goOn = (text: string, theirs: NoteDraft | null): void => {
    if (!this.now.edit) this.show({ edit: true });
    if (theirs === null || isBlank(theirs.text)) return this.change(text);
    this.dirty = true;
    this.show({ text, conflict: theirs, saving: 'failed' });
  };

  readonly change = (text: string): void => {
    this.dirty = true;
    this.show({ text, saving: 'waiting', refused: null, unsigned: null });
    this.saveIn(SAVE_AFTER_MS);
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.save(false), IDLE_MS);
  };

  /** Opens or closes the box; what it holds stays a draft. */
  readonly setOpen = (edit: boolean): void => {
    if (edit === this.now.edit) return;
    this.show({ edit });
    if (this.id === null && isBlank(this.now.text)) return;
    this.dirty = true;
    void this.save(false);
  };

  /** Saves at once; `leaving` lets the call outlive the page. */
  async save(leaving: boolean): Promise<void> {
    clearTimeout(this.soon);
    if (!this.dirty || this.underWay !== null || this.now.conflict !== null || this.now.signing) return;
    // It may be a note by now, and is no draft again for that; it is kept where the page is left.
    if (!leaving && this.perhaps?.draft.text === this.now.text) return;
    this.underWay = this.put(leaving);
    await this.underWay;
  }

  /** Signs once, whatever the button is pressed; gives the note, or null when it was refused. */
  async sign(): Promise<NoteView | null> {
    if (this.now.signing || this.now.conflict !== null || isBlank(this.now.text)) return null;
    clearTimeout(this.soon);
    clearTimeout(this.idle);
    this.show({ signing: true, refused: null, unsigned: null });
    await new Promise((done) => setTimeout(done, SIGN_AFTER_MS));
    if (this.underWay !== null) await this.underWay;
    const { text } = this.now;
    const signing =
      this.perhaps?.draft.text === text
        ? this.perhaps
        : {
            draft: { personId: this.personId, id: this.id, version: this.version, text },
            key: newIdempotencyKey(),
          };
    this.perhaps = null;
    try {
      const note = await signDraft(signing.draft, signing.key);
      if (this.version !== null) this.version += 1;
      this.dirty = false;
      this.show({ text: '', stored: '', saving: 'kept', savedAt: null, signing: false });
      this.afterwards();
      return note;
    } catch (failure) {
      if (!(failure instanceof ApiError)) this.perhaps = signing;
      this.dirty = true;
      this.show({ signing: false, unsigned: unansweredText(failure) });
      this.failed(failure);
      this.afterwards();
      return null;
    }
  }

  /** Ours counts: it is saved over the version we were shown, and no newer one. */
  readonly keep = (text: string): void => {
    const theirs = this.now.conflict;
    if (!theirs) return;
    this.adopt(theirs);
    this.dirty = true;
    this.show({ text, conflict: null, saving: 'waiting' });
    void this.save(false);
  };

  readonly takeTheirs = (): void => {
    const theirs = this.now.conflict;
    if (!theirs) return;
    this.adopt(theirs);
    this.dirty = false;
    this.show({ text: theirs.text, conflict: null, saving: 'kept' });
  };

  /** The answer to signing was lost, and the draft has been emptied since: it is among the notes. */
  private wasSigned(stored: NoteDraft): boolean {
    return this.perhaps?.draft.text === this.now.text && isBlank(stored.text);
  }

  private clear(stored: NoteDraft): void {
    this.adopt(stored);
    this.perhaps = null;
    this.dirty = false;
    this.show({ text: '', saving: 'kept', savedAt: null, refused: null, unsigned: null });
  }

  private adopt(stored: NoteDraft): void {
    this.id = stored._id;
    this.version = stored.version;
    this.show({ stored: stored.text });
    if (!isBlank(stored.text)) this.show({ savedAt: stored.updatedAt });
  }

  private async put(leaving: boolean): Promise<void> {
    this.dirty = false;
    const { text, edit } = this.now;
    try {
      const saved = await saveDraft(
        { personId: this.personId, id: this.id, version: this.version, text, edit },
        leaving,
      );
      this.id = saved._id;
      this.version = saved.version;
      this.underWay = null;
      this.show({
        stored: text,
        savedAt: saved.updatedAt,
        saving: this.dirty ? 'waiting' : 'kept',
        refused: null,
      });
      if (this.dirty) this.saveIn(SAVE_AFTER_MS);
    } catch (failure) {
      this.underWay = null;
      this.dirty = true;
      this.failed(failure);
    }
    this.afterwards();
  }

  /** What came in while a call was under way: our own save, or another machine's. */
  private afterwards(): void {
    const { offered } = this;
    this.offered = null;
    if (offered) this.offer(offered);
  }

  private failed(failure: unknown): void {
    if (failure instanceof ApiError && failure.status === 409 && isDraft(failure.current)) {
      const theirs = failure.current;
      if (this.wasSigned(theirs)) this.clear(theirs);
      else if (theirs.text === this.now.text || isBlank(theirs.text)) {
        this.adopt(theirs);
        this.show({ saving: 'waiting' });
        this.saveIn(SAVE_AFTER_MS);
      } else this.show({ conflict: theirs, saving: 'failed' });
      return;
    }
    if (failure instanceof ApiError) this.show({ saving: 'failed', refused: failure.message });
    else this.show({ saving: 'unanswered', refused: null });
    // Silence is worth another try; a refusal stays one until something is typed.
    if (!(failure instanceof ApiError)) this.saveIn(IDLE_MS);
  }

  private saveIn(wait: number): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.save(false), wait);
  }

  private show(part: Partial<DraftState>): void {
    this.now = { ...this.now, ...part };
    for (const listener of this.listeners) listener();
  }
}

function isDraft(value: unknown): value is NoteDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'number' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}
