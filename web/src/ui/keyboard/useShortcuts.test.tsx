// SPDX-License-Identifier: AGPL-3.0-or-later

import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { shortcutsSwitch, useSingleKeys } from './useSingleKeys';
import { useShortcutGroups, useShortcuts } from './useShortcuts';

const saved = vi.fn<(count: number) => void>();

function Part() {
  const [count, setCount] = useState(0);
  useShortcuts('Part', [
    { keys: ['s'], does: 'save', run: () => saved(count) },
    { keys: ['j', 'k'], does: 'walk' },
  ]);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      More
    </button>
  );
}

function List() {
  const groups = useShortcutGroups();
  return (
    <ul>
      {groups.flatMap((group) =>
        group.acts.map((one) => (
          <li key={one.does}>
            {one.does}
            {one.run && <button onClick={one.run} type="button">{`Do ${one.does}`}</button>}
          </li>
        )),
      )}
    </ul>
  );
}

function Whole({ open }: { open: boolean }) {
  return (
    <>
      <List />
      {open && <Part />}
      <input aria-label="Name" />
    </>
  );
}

afterEach(() => {
  act(() => shortcutsSwitch.set(true));
  saved.mockClear();
});

it('lists what is on screen as long as it is there, and does what is newest', () => {
  const { rerender } = render(<Whole open />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click(screen.getByText('More'));
  fireEvent.click(screen.getByText('Do save'));
  expect(saved).toHaveBeenLastCalledWith(1);
  fireEvent.keyDown(document.body, { key: 's' });
  expect(saved).toHaveBeenCalledTimes(2);
  rerender(<Whole open={false} />);
  expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  fireEvent.keyDown(document.body, { key: 's' });
  expect(saved).toHaveBeenCalledTimes(2);
});

it('rests while one types, and when it is switched off', () => {
  render(<Whole open />);
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 's' });
  expect(saved).not.toHaveBeenCalled();
  act(() => shortcutsSwitch.set(false));
  fireEvent.keyDown(document.body, { key: 's' });
  expect(saved).not.toHaveBeenCalled();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('does once what a held key says', () => {
  render(<Whole open />);
  fireEvent.keyDown(document.body, { key: 's' });
  fireEvent.keyDown(document.body, { key: 's', repeat: true });
  expect(saved).toHaveBeenCalledTimes(1);
});

it('decides one line when a finger bounces, and walks two', () => {
  const acts: string[] = [];
  const Board = () => {
    useSingleKeys({ a: () => acts.push('a'), j: () => acts.push('j') });
    return null;
  };
  render(<Board />);
  for (const key of ['a', 'a', 'j', 'j', 'a']) fireEvent.keyDown(document.body, { key });
  expect(acts).toEqual(['a', 'j', 'j', 'a']);
});
