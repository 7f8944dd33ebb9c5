// SPDX-License-Identifier: AGPL-3.0-or-later

/** The footer of a list: where one is, and going on when a stretch has nothing to show. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { Paging } from './Paging';

function show(shown: number, total: number, nextCursor: string | null) {
  const onPlace = vi.fn();
  render(
    <MantineProvider env="test">
      <Paging
        place={{ limit: 10, cursors: ['old'] }}
        onPlace={onPlace}
        shown={shown}
        total={total}
        isMore={nextCursor !== null}
        nextCursor={nextCursor}
      />
    </MantineProvider>,
  );
  return onPlace;
}

test('a stretch without anything says so and looks further back', () => {
  const onPlace = show(0, 0, 'older');
  expect(screen.getByText('No matches in the messages searched so far.')).toBeInTheDocument();
  expect(screen.getByText('None here')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Search older messages' }));
  expect(onPlace).toHaveBeenCalledWith({ limit: 10, cursors: ['old', 'older'] });
});

test('a page says where it is in the list', () => {
  const onPlace = show(3, 13, null);
  expect(screen.getByText('11-13 of 13')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Search older messages' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPlace).toHaveBeenCalledWith({ limit: 10, cursors: [] });
});
