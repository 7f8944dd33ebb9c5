// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, ApiUnavailable } from '../../api/failures';
import type { NoteDraft, NoteView } from '../../api/generated/schema';
import { saveDraft, signDraft } from './commands';
import { IDLE_MS, NoteAutosave, SAVE_AFTER_MS, SIGN_AFTER_MS } from './autosave';

vi.mock('./commands');
const save = vi.mocked(saveDraft);
const sign = vi.mocked(signDraft);

function stored(text: string, version: number): NoteDraft {
  return {
    _id: 'draft-1',
    personId: 'person-1',
    text,
    marker: '[Draft]',
    changed: text !== '',
    edit: true,
    updatedAt: '2026-11-21T17:46:00Z',
    version,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  save.mockReset();
  sign.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

const autosave = () => new NoteAutosave('person-1');

/** A draft whose signing went out, and nothing came back. */
async function signedWithoutAnswer(text: string): Promise<NoteAutosave> {
  const draft = autosave();
  draft.offer(stored('', 3));
  draft.change(text);
  sign.mockRejectedValueOnce(new ApiUnavailable());
  const signing = draft.sign();
  await vi.advanceTimersByTimeAsync(SIGN_AFTER_MS);
  expect(await signing).toBeNull();
  return draft;
}

describe('a draft of a note', () => {
  it('that got no answer to its signing says so until it is signed again', async () => {
    const draft = await signedWithoutAnswer('Kidneys checked');
    expect(draft.snapshot()).toMatchObject({
      text: 'Kidneys checked',
      unsigned: new ApiUnavailable().unanswered,
    });
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(draft.snapshot()).toMatchObject({
      unsigned: new ApiUnavailable().unanswered,
      saving: 'unanswered',
    });
    sign.mockResolvedValue({ _id: 'note-1' } as NoteView);
    const again = draft.sign();
    await vi.advanceTimersByTimeAsync(SIGN_AFTER_MS);
    expect(await again).not.toBeNull();
    expect(sign.mock.lastCall?.[0]).toMatchObject({ text: 'Kidneys checked' });
    expect(draft.snapshot()).toMatchObject({ text: '', unsigned: null });
  });

  it('is saved once, two seconds after the last letter', async () => {
    save.mockResolvedValue(stored('ab', 1));
    const draft = autosave();
    draft.change('a');
    await vi.advanceTimersByTimeAsync(1500);
    draft.change('ab');
    await vi.advanceTimersByTimeAsync(1500);
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(save.mock.calls).toEqual([
      [{ personId: 'person-1', id: null, version: null, text: 'ab', edit: true }, false],
    ]);
    expect(draft.snapshot()).toMatchObject({ saving: 'kept', savedAt: '2026-11-21T17:46:00Z' });
    draft.change('abc');
    save.mockResolvedValue(stored('abc', 2));
    await draft.save(true);
    expect(save.mock.calls[1]).toEqual([
      { personId: 'person-1', id: 'draft-1', version: 1, text: 'abc', edit: true },
      true,
    ]);
  });

  it('shows what was typed on another machine, and nothing of its own save twice', async () => {
    const draft = autosave();
    draft.offer(stored('From the other room', 3));
    expect(draft.snapshot().text).toBe('From the other room');
    save.mockImplementation(async () => {
      // The live event is quicker than the answer.
      draft.offer(stored('From the other room.', 4));
      return stored('From the other room.', 4);
    });
    draft.change('From the other room.');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(draft.snapshot()).toMatchObject({ text: 'From the other room.', saving: 'kept', conflict: null });
  });

  it('never overwrites the other machine, and loses neither text', async () => {
    const draft = autosave();
    draft.offer(stored('', 1));
    draft.change('Mine');
    save.mockRejectedValueOnce(new ApiError(409, { code: 'STALE_VERSION', current: stored('Theirs', 2) }));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(draft.snapshot()).toMatchObject({ text: 'Mine', conflict: { text: 'Theirs' } });
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(save).toHaveBeenCalledTimes(1);
    save.mockResolvedValue(stored('Theirs\n\nMine', 3));
    draft.keep('Theirs\n\nMine');
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.calls[1]?.[0]).toMatchObject({ version: 2, text: 'Theirs\n\nMine' });
    expect(draft.snapshot()).toMatchObject({ saving: 'kept', conflict: null });
  });

  it('asks at once when the other machine saved while something is typed here', () => {
    const draft = autosave();
    draft.offer(stored('', 1));
    draft.change('Mine');
    draft.offer(stored('Theirs', 2));
    expect(draft.snapshot().conflict?.text).toBe('Theirs');
    draft.takeTheirs();
    expect(draft.snapshot()).toMatchObject({ text: 'Theirs', conflict: null });
  });

  it('goes on with what is typed here when the other one was signed', async () => {
    const draft = autosave();
    draft.offer(stored('Words', 1));
    draft.change('Words and more');
    draft.offer(stored('', 2));
    save.mockResolvedValue(stored('Words and more', 3));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(save.mock.calls[0]?.[0]).toMatchObject({ version: 2, text: 'Words and more' });
  });

  it('tries again after a silence of the server', async () => {
    const draft = autosave();
    draft.change('Typed while offline');
    save.mockRejectedValueOnce(new ApiUnavailable());
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(draft.snapshot().saving).toBe('unanswered');
    save.mockResolvedValue(stored('Typed while offline', 1));
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(draft.snapshot().saving).toBe('kept');
  });

  it('signs once, half a second after the press, and empties the box', async () => {
    const draft = autosave();
    draft.offer(stored('Signed words', 1));
    const note = { _id: 'note-1' } as NoteView;
    sign.mockResolvedValue(note);
    const first = draft.sign();
    expect(await draft.sign()).toBeNull();
    await vi.advanceTimersByTimeAsync(SIGN_AFTER_MS);
    expect(await first).toBe(note);
    expect(sign.mock.calls).toHaveLength(1);
    expect(sign.mock.calls[0]?.[0]).toEqual({
      personId: 'person-1',
      id: 'draft-1',
      version: 1,
      text: 'Signed words',
    });
    expect(draft.snapshot()).toMatchObject({ text: '', signing: false });
    // The event of that is no news.
    draft.offer(stored('', 2));
    expect(draft.snapshot()).toMatchObject({ text: '', conflict: null });
  });

  it('keeps the words of a signature that was refused', async () => {
    const draft = autosave();
    draft.change('Too early');
    sign.mockRejectedValue(new ApiError(422, { message: 'Please use at most 10,000 characters' }));
    const signing = draft.sign();
    await vi.advanceTimersByTimeAsync(SIGN_AFTER_MS);
    expect(await signing).toBeNull();
    expect(draft.snapshot()).toMatchObject({
      text: 'Too early',
      refused: 'Please use at most 10,000 characters',
    });
  });

  it('is cleared when it was signed after all, though the answer was lost', async () => {
    const draft = await signedWithoutAnswer('Recheck in May.');
    expect(draft.snapshot()).toMatchObject({ text: 'Recheck in May.', saving: 'unanswered' });
    draft.offer(stored('', 4));
    expect(draft.snapshot()).toMatchObject({ text: '', saving: 'kept', refused: null });
    await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
    expect(save).not.toHaveBeenCalled();
  });

  it('is cleared by what was heard before the answer was lost', async () => {
    const draft = autosave();
    draft.change('Recheck in May.');
    sign.mockImplementationOnce(async () => {
      draft.offer(stored('', 0));
      throw new ApiUnavailable();
    });
    const signing = draft.sign();
    await vi.advanceTimersByTimeAsync(SIGN_AFTER_MS);
    expect(await signing).toBeNull();
    expect(draft.snapshot()).toMatchObject({ text: '', saving: 'kept' });
  });

  it('is signed again as the same command while nothing is heard, and is no draft meanwhile', async () => {
    const draft = await signedWithoutAnswer('Recheck in May.');
    await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
    expect(save).not.toHaveBeenCalled();
    sign.mockResolvedValueOnce({} as NoteView);
    const again = draft.sign();
    await vi.advanceTimersByTimeAsync(SIGN_AFTER_MS);
    expect(await again).not.toBeNull();
    expect(sign.mock.calls[1]).toEqual(sign.mock.calls[0]);
    expect(draft.snapshot()).toMatchObject({ text: '', saving: 'kept' });
  });

  it('is kept at the server when the page is left before anything is heard', async () => {
    const draft = await signedWithoutAnswer('Recheck in May.');
    save.mockResolvedValue(stored('Recheck in May.', 4));
    await draft.save(true);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('is kept when something else has been typed since', async () => {
    const draft = await signedWithoutAnswer('Recheck in May.');
    draft.change('Recheck in June.');
    draft.offer(stored('', 4));
    expect(draft.snapshot().text).toBe('Recheck in June.');
  });
});
