// SPDX-License-Identifier: AGPL-3.0-or-later

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Combobox, Dropdown, Option, Options, useCombobox } from './Combobox';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const NAMES = ['Ramipril', 'Metformin', 'Zopiclone'];

interface SearchProps {
  readonly onChoose: (name: string) => void;
  readonly names?: readonly string[];
}

function Search({ onChoose, names = NAMES }: SearchProps) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ isEmpty: text === '' });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose('the form');
      }}
    >
      <Combobox store={combobox} onOptionSubmit={onChoose}>
        <input
          {...combobox.box}
          aria-label="Medication"
          value={text}
          onFocus={combobox.open}
          onBlur={combobox.close}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.reset();
          }}
        />
        <Dropdown>
          <Options aria-label="Medications">
            {names.map((name) => (
              <Option key={name} value={name}>
                {name}
              </Option>
            ))}
          </Options>
        </Dropdown>
      </Combobox>
    </form>
  );
}

const box = () => screen.getByRole('combobox', { name: 'Medication' });
const current = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function open() {
  const chosen = vi.fn();
  const { rerender } = render(<Search onChoose={chosen} />);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  // Nothing is there to close: Escape is the dialog's.
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(box()).not.toHaveAttribute('data-mantine-stop-propagation');
  await user.keyboard('a');
  expect(screen.getByRole('listbox', { name: 'Medications' })).toBeVisible();
  return {
    chosen,
    user,
    find: (names: readonly string[]) => rerender(<Search onChoose={chosen} names={names} />),
  };
}

it('walks with the arrow keys in a circle, and takes with Enter', async () => {
  const { chosen, user } = await open();
  expect(current()).toBeUndefined();
  await user.keyboard('{ArrowDown}');
  expect(current()).toBe('Ramipril');
  await user.keyboard('{ArrowUp}');
  expect(current()).toBe('Zopiclone');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { name: 'Metformin' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['Metformin']]);
});

it('has no current option after typing: Enter is then the form’s', async () => {
  const { user } = await open();
  await user.keyboard('{ArrowDown}b');
  expect(current()).toBeUndefined();
  await user.keyboard('{ArrowUp}');
  expect(current()).toBe('Zopiclone');
});

it('has no current option once it is no longer found', async () => {
  const { chosen, user, find } = await open();
  await user.keyboard('{ArrowDown}');
  find(['Zopiclone']);
  expect(box()).not.toHaveAttribute('aria-activedescendant');
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['the form']]);
  await user.keyboard('{ArrowDown}');
  expect(current()).toBe('Zopiclone');
});

it('closes with Escape and opens again with an arrow key; a dialog around it is told that the key is not for it', async () => {
  const { user } = await open();
  expect(box()).toHaveAttribute('aria-expanded', 'true');
  expect(box()).toHaveAttribute('data-mantine-stop-propagation');
  await user.keyboard('{Escape}');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(box()).not.toHaveAttribute('data-mantine-stop-propagation');
  await user.keyboard('{ArrowDown}');
  expect(current()).toBe('Ramipril');
});

it('leaves the focus in the box when an option is pressed', async () => {
  const { chosen, user } = await open();
  await user.click(screen.getByRole('option', { name: 'Ramipril' }));
  expect(chosen.mock.calls).toEqual([['Ramipril']]);
  expect(box()).toHaveFocus();
});

it('is no higher than the window has room for, and its keys scroll nothing around it', async () => {
  vi.stubGlobal('innerHeight', 300);
  // What browsers begin with, and jsdom does not know.
  const sheet = document.createElement('style');
  sheet.textContent = '* { overflow: visible }';
  document.head.append(sheet);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 20, 300, 40));
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const { user } = await open();
  // 300 down to the edge, less the box (60) and the gaps (2 × 8).
  expect(screen.getByRole('listbox').parentElement).toHaveStyle({ maxHeight: '224px' });
  sheet.remove();
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(current()).toBe('Zopiclone');
  expect(scroll).not.toHaveBeenCalled();
});
