// SPDX-License-Identifier: AGPL-3.0-or-later

import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PartMissing } from '../chunks';
import { ErrorState, Loading } from './states';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A refusal as the client throws it. */
function refusal(status: number, message: string): Error {
  return Object.assign(new Error(message), { status });
}

function show(error: unknown): HTMLElement {
  render(
    <MantineProvider env="test">
      <ErrorState error={error} onRetry={() => undefined} />
    </MantineProvider>,
  );
  const state = screen.getByRole('alert');
  expect(state).toHaveTextContent('Server side Error!');
  return state;
}

const again = () => screen.queryByRole('button', { name: 'Try again' });

test('a list of another role says so and where to go, not to check the connection', () => {
  const state = show(refusal(403, 'You do not have permission to do this.'));
  expect(state).toHaveTextContent('Your account doesn’t include this page.');
  expect(state).not.toHaveTextContent('connection');
  expect(again()).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toHaveAttribute('href', '/dashboard');
});

test('a list that is not loaded offline says that the device is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(show(new Error('no answer'))).toHaveTextContent('You are offline.');
  expect(again()).toBeVisible();
});

test('a server that does not answer is the connection, as far as anybody knows', () => {
  const state = show(new Error('no answer'));
  expect(state).toHaveTextContent('Check your connection and try again.');
  expect(state).not.toHaveTextContent('offline');
  expect(again()).toBeVisible();
});

test('a part of the app that the server does not have is not the connection', () => {
  render(
    <MantineProvider env="test">
      <ErrorState error={new PartMissing(new Error('404'))} onRetry={() => undefined} />
    </MantineProvider>,
  );
  const state = screen.getByRole('alert');
  expect(state).toHaveTextContent('A part of this page is missing');
  expect(state).toHaveTextContent('The server answers');
  expect(state).toHaveTextContent('What you saved is kept.');
  expect(state).not.toHaveTextContent('connection');
  expect(again()).toBeVisible();
});

test.each([
  [409, true],
  [429, true],
  [500, true],
  [503, true],
  [410, false],
  [422, false],
])('a refusal with %i is told in the server’s words; asking again helps: %s', (status, helps) => {
  const state = show(refusal(status, 'The month is being closed.'));
  expect(state).toHaveTextContent('The month is being closed.');
  expect(state).not.toHaveTextContent('connection');
  expect(again() !== null).toBe(helps);
});

test('a failure without words of its own says the usual ones once', () => {
  const usual = 'Some error happens. Please try again or contact us.';
  render(
    <MantineProvider env="test">
      <ErrorState text={usual} error={refusal(500, usual)} onRetry={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.getAllByText(usual)).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent('Server side Error!');
  expect(again()).toBeVisible();
});

test('a record that is not there says so and has a way back', () => {
  render(
    <MantineProvider env="test">
      <ErrorState error={refusal(404, 'This record does not exist.')} onRetry={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This record was not found');
  expect(screen.getByRole('alert')).toHaveTextContent('This record does not exist.');
  expect(again()).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible();
});

test.each([
  ['the heading of its part', true],
  ['the content of the page', false],
])('after Try again the focus lands at %s', async (_, inPart) => {
  const Part = inPart ? 'section' : 'div';
  const page = (content: ReactNode) => (
    <MantineProvider env="test">
      <main>
        <h1>Fax desk</h1>
        <Part>
          <h2>Attempts</h2>
          {content}
        </Part>
      </main>
    </MantineProvider>
  );
  const { rerender } = render(page(<ErrorState error={new Error('no answer')} onRetry={() => undefined} />));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  rerender(page(<p>Two attempts</p>));
  await waitFor(() =>
    expect(
      inPart ? screen.getByRole('heading', { name: 'Attempts' }) : screen.getByRole('main'),
    ).toHaveFocus(),
  );
});

test.each([
  ['a part of the page', true],
  ['the page itself', false],
])('what fails again can be asked for again by the same key: %s', async (_, inPart) => {
  const Part = inPart ? 'section' : 'div';
  const page = (content: ReactNode, other: ReactNode = null) => (
    <MantineProvider env="test">
      <main>
        <Part>
          <h2>Attempts</h2>
          {content}
        </Part>
        <section>{other}</section>
      </main>
    </MantineProvider>
  );
  const onRetry = vi.fn<() => void>();
  const failed = <ErrorState error={refusal(500, 'Out of order.')} onRetry={onRetry} />;
  const waiting = <Loading />;
  const landed = () =>
    inPart ? screen.getByRole('heading', { name: 'Attempts' }) : screen.getByRole('main');
  const user = userEvent.setup();
  const { rerender } = render(page(failed));
  await user.tab();
  for (const time of [1, 2]) {
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onRetry).toHaveBeenCalledTimes(time);
    rerender(page(waiting));
    await waitFor(() => expect(landed()).toHaveFocus());
    rerender(page(failed));
  }
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  await user.keyboard('{Enter}');
  rerender(page(waiting));
  await waitFor(() => expect(landed()).toHaveFocus());
  rerender(page(<p>Two attempts</p>));
  expect(landed()).toHaveFocus();
});

test('a failure takes no focus from who went on meanwhile, nor at first', async () => {
  const page = (content: ReactNode) => (
    <MantineProvider env="test">
      <main>
        <button type="button">Something else</button>
        {content}
      </main>
    </MantineProvider>
  );
  const failed = <ErrorState error={new Error('no answer')} onRetry={() => undefined} />;
  const user = userEvent.setup();
  const { rerender } = render(page(failed));
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  rerender(page(<Loading />));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await user.tab();
  rerender(page(failed));
  expect(screen.getByRole('button', { name: 'Something else' })).toHaveFocus();
  // Nor later, when the focus is back at the content of a page.
  rerender(page(<Loading />));
  screen.getByRole('main').focus();
  rerender(page(failed));
  expect(screen.getByRole('main')).toHaveFocus();
});
