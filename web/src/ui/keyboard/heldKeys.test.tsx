// SPDX-License-Identifier: AGPL-3.0-or-later

/** Keys typed while the next page is on its way act on that page, never on the one that is left. */
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../testing/until';
import { dropKeys, holdKeys, useHeldKeys, useSingleKeys } from './useSingleKeys';

const pressed: string[] = [];

function Board({ name }: { readonly name: string }) {
  useSingleKeys({
    a: () => pressed.push(`${name} a`),
    p: () => pressed.push(`${name} p`),
    g: () => pressed.push(`${name} g`),
  });
  useHeldKeys(() => pressed.push(`${name} arrived`));
  return null;
}

afterEach(() => {
  dropKeys();
  pressed.length = 0;
});

test('what is typed meanwhile waits for the next page', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Board name="old" />);
  holdKeys('g');
  await user.keyboard('gap');
  expect(pressed).toEqual([]);
  unmount();
  render(<Board name="next" />);
  await until(() => expect(pressed).toEqual(['next arrived', 'next a', 'next p']));
  await user.keyboard('p');
  expect(pressed).toHaveLength(4);
});

test('where no page comes the keys are forgotten and work again', async () => {
  const user = userEvent.setup();
  render(<Board name="old" />);
  holdKeys('g');
  await user.keyboard('a');
  act(dropKeys);
  await user.keyboard('p');
  expect(pressed).toEqual(['old p']);
});

test('what is typed is for no page that nobody asked for', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Board name="old" />);
  holdKeys(null);
  await user.keyboard('ga');
  unmount();
  render(<Board name="next" />);
  await until(async () => {
    await user.keyboard('p');
    expect(pressed.length).toBeGreaterThan(0);
  });
  expect(new Set(pressed)).toEqual(new Set(['next p']));
});
