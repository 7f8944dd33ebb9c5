// SPDX-License-Identifier: AGPL-3.0-or-later

/** A form of the review whose answer was lost goes when what it sent is seen, and no other does. */
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { ApiUnavailable } from '../../../api/failures';
import { type AsSent, useAsSent } from '../../../ui/forms/asSent';
import type { EncounterView, PrescriptionView } from '../../../api/generated/schema';
import { prescription } from './test-data';
import { useFormCommand } from './useFormCommand';
import type { Review } from './useReview';

vi.mock('../../../api/session', () => ({ useMe: () => ({ Person: { _id: 'me' } }) }));

const START = '2026-11-21T17:40:00.000Z';
const END = '2026-11-21T17:50:00.000Z';
const met = (how: EncounterView['kind'], by: string) =>
  ({
    _id: 'e1',
    kind: how,
    start: '2026-11-21T17:40:00Z',
    end: '2026-11-21T17:50:00Z',
    recordedBy: { _id: by },
  }) as EncounterView;
const before = prescription('p1', []);
const after = (how: EncounterView['kind'], by = 'me') =>
  prescription('p1', [], { encounters: [met(how, by)] });

interface Shown {
  readonly shown: PrescriptionView;
  readonly form: string | null;
  readonly typed?: string;
}

async function lose() {
  const review = { run: () => Promise.reject(new ApiUnavailable()) } as unknown as Review;
  const done = vi.fn<() => void>();
  const { result, rerender } = renderHook(
    ({ shown, form, typed = '10' }: Shown): { send: ReturnType<typeof useFormCommand>; asSent: AsSent } => {
      const asSent = useAsSent(typed);
      return { asSent, send: useFormCommand(review, [shown], form) };
    },
    { initialProps: { shown: before, form: 'p1' } as Shown },
  );
  await act(async () => {
    const { send, asSent } = result.current;
    const sent = send({ kind: 'encounter', how: 'phone', start: START, end: END }, before, asSent, done);
    await expect(sent).rejects.toBeInstanceOf(ApiUnavailable);
  });
  expect(done).not.toHaveBeenCalled();
  return { done, rerender };
}

test('the form goes when what it sent is there', async () => {
  const { done, rerender } = await lose();
  rerender({ shown: after('phone'), form: 'p1' });
  expect(done).toHaveBeenCalledOnce();
});

test('it stays when something was typed since, and when the same is there of somebody else', async () => {
  const { done, rerender } = await lose();
  rerender({ shown: before, form: 'p1', typed: '15' });
  rerender({ shown: after('phone'), form: 'p1', typed: '15' });
  expect(done).not.toHaveBeenCalled();
  const another = await lose();
  another.rerender({ shown: after('phone', 'colleague'), form: 'p1' });
  expect(another.done).not.toHaveBeenCalled();
});

test('it stays when it is something else, or when it was closed and opened again', async () => {
  const { done, rerender } = await lose();
  rerender({ shown: after('video'), form: 'p1' });
  rerender({ shown: before, form: null });
  rerender({ shown: after('phone'), form: 'p1' });
  expect(done).not.toHaveBeenCalled();
});
