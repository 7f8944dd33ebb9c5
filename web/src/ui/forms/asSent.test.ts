// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSeenDone } from './asSent';

interface Shown {
  readonly typed: string;
  readonly newest: readonly string[];
}

const lost = Object.assign(new Error('away'), { unanswered: 'No answer came.' });

/** A form that sends what is typed, which is seen in a list. */
function form() {
  const onDone = vi.fn<() => void>();
  const { result, rerender } = renderHook(
    ({ typed, newest }: Shown) => useSeenDone({ typed, newest, onDone }),
    {
      initialProps: { typed: 'a', newest: [] } as Shown,
    },
  );
  const press = (failure: Error) =>
    act(() => {
      result.current.sends((newest) => newest.includes('a'));
      result.current.failed(failure);
    });
  return { onDone, press, show: rerender };
}

it('ends once when it is seen to be done though its answer was lost', () => {
  const { onDone, press, show } = form();
  press(lost);
  show({ typed: 'a', newest: ['b'] });
  expect(onDone).not.toHaveBeenCalled();
  show({ typed: 'a', newest: ['b', 'a'] });
  show({ typed: 'a', newest: [] });
  show({ typed: 'a', newest: ['a'] });
  expect(onDone).toHaveBeenCalledTimes(1);
});

it('ends when it was seen before the answer was missed', () => {
  const { onDone, press, show } = form();
  show({ typed: 'a', newest: ['a'] });
  press(lost);
  expect(onDone).toHaveBeenCalledTimes(1);
});

it('stays with what was typed since, and after a refusal', () => {
  const { onDone, press, show } = form();
  press(lost);
  show({ typed: 'a, and more', newest: ['a'] });
  expect(onDone).not.toHaveBeenCalled();
  const other = form();
  other.press(new Error('no'));
  other.show({ typed: 'a', newest: ['a'] });
  expect(other.onDone).not.toHaveBeenCalled();
});
