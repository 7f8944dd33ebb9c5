// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CursorPager, useCursors } from './CursorPager';

interface ListProps {
  readonly state: string;
  readonly loads?: boolean;
}

function List({ state, loads = false }: ListProps) {
  const [cursors, setCursors] = useCursors({ state });
  const page = { data: { nextCursor: `${state} ${cursors.length + 2}` }, isPlaceholderData: loads };
  return (
    <MantineProvider env="test">
      <p>{cursors.at(-1) ?? 'first'}</p>
      <CursorPager label="Faxes" cursors={cursors} page={page} onCursors={setCursors} />
    </MantineProvider>
  );
}

const next = () => userEvent.click(screen.getByRole('button', { name: 'Next page' }));

test('under another filter, and back under the first, a list begins again', async () => {
  const { rerender } = render(<List state="all" />);
  await next();
  expect(screen.getByText('all 2')).toBeInTheDocument();
  rerender(<List state="failed" />);
  expect(screen.getByText('first')).toBeInTheDocument();
  await next();
  expect(screen.getByText('failed 2')).toBeInTheDocument();
  rerender(<List state="all" />);
  expect(screen.getByText('first')).toBeInTheDocument();
  expect(screen.getByText('Page 1')).toBeInTheDocument();
});

test('a second press while the next page loads does not skip one', async () => {
  render(<List state="all" loads />);
  await next();
  expect(screen.getByText('first')).toBeInTheDocument();
});
