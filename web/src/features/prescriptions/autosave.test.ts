// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ApiUnavailable } from '../../api/failures';
import { saveDraft } from './commands';
import { DraftAutosave, EMPTY_DRAFT } from './autosave';

vi.mock('./commands');
const save = vi.mocked(saveDraft);

function autosave(version = 3): DraftAutosave {
  return new DraftAutosave({ content: null, version, updatedAt: null });
}

beforeEach(() => {
  vi.useFakeTimers();
  save.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the draft of a request', () => {
  it('is saved once, shortly after the last of several changes', async () => {
    save.mockResolvedValue({ version: 4 });
    const draft = autosave();
    draft.change({ step: 'a' });
    draft.change({ step: 'b' });
    expect(draft.snapshot().saving).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(save.mock.calls).toEqual([[{ ...EMPTY_DRAFT, step: 'b' }, 3, false]]);
    expect(draft.snapshot().saving).toBe('kept');
  });

  it('never overwrites what another device saved, and asks which one counts', async () => {
    const theirs = { content: { ...EMPTY_DRAFT, step: 'theirs' }, version: 9, updatedAt: null };
    save.mockRejectedValueOnce(new ApiError(409, { code: 'STALE_VERSION', current: theirs }));
    const draft = autosave();
    draft.change({ step: 'mine' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft.snapshot().conflict).toEqual(theirs);
    draft.change({ step: 'mine still' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(save).toHaveBeenCalledTimes(1);

    save.mockResolvedValue({ version: 10 });
    draft.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.calls[1]).toEqual([{ ...EMPTY_DRAFT, step: 'mine still' }, 9, false]);
    expect(draft.snapshot()).toMatchObject({ saving: 'kept', conflict: null });
  });

  it('goes on with what an ended session left unsaved, and asks where another device saved', async () => {
    save.mockResolvedValue({ version: 4 });
    const draft = autosave();
    draft.goOn({ ...EMPTY_DRAFT, step: 'mine' }, false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(save.mock.calls).toEqual([[{ ...EMPTY_DRAFT, step: 'mine' }, 3, false]]);
    expect(draft.snapshot().stored.step).toBe('mine');
    const other = autosave(7);
    other.goOn({ ...EMPTY_DRAFT, step: 'mine' }, true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(save).toHaveBeenCalledTimes(1);
    expect(other.snapshot().conflict?.version).toBe(7);
    other.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.calls[1]).toEqual([{ ...EMPTY_DRAFT, step: 'mine' }, 7, false]);
  });

  it('takes the other draft without saving anything', async () => {
    const theirs = { content: { ...EMPTY_DRAFT, step: 'theirs' }, version: 9, updatedAt: null };
    save.mockRejectedValueOnce(new ApiError(409, { current: theirs }));
    const draft = autosave();
    draft.change({ step: 'mine' });
    await vi.advanceTimersByTimeAsync(1000);
    draft.takeTheirs();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(draft.snapshot().draft.step).toBe('theirs');
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('tries again after silence, and stops once the request was sent', async () => {
    save.mockRejectedValueOnce(new ApiUnavailable()).mockResolvedValue({ version: 4 });
    const draft = autosave();
    draft.change({ step: 'a' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft.snapshot().saving).toBe('unanswered');
    await vi.advanceTimersByTimeAsync(6000);
    expect(draft.snapshot().saving).toBe('kept');
    draft.change({ step: 'b' });
    draft.close();
    await draft.save(true);
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('waits for what is being saved before the request is sent, and rests until it is known', async () => {
    let answer: (saved: { version: number }) => void = () => undefined;
    save.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValue({ version: 5 });
    const draft = autosave();
    draft.change({ step: 'a' });
    await vi.advanceTimersByTimeAsync(1000);
    let isSent = false;
    const sent = draft.hold().then(() => (isSent = true));
    await vi.advanceTimersByTimeAsync(100);
    expect(isSent).toBe(false);
    draft.change({ step: 'b' });
    answer({ version: 4 });
    await sent;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(save).toHaveBeenCalledTimes(1);

    draft.release();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save.mock.calls[1]).toEqual([{ ...EMPTY_DRAFT, step: 'b' }, 4, false]);
  });
});
