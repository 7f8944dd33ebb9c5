// SPDX-License-Identifier: AGPL-3.0-or-later

/** The front page's sample plays once and can be stopped; who is named is the operator's; a price is that of the table. */
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { SITE } from '../../../testing/site';
import { PriceFor } from '../prices/PriceFor';
import { type Site, SiteProvider } from '../site';
import { Doctors } from './Doctors';
import { LiveSample } from './LiveSample';

const show = (part: ReactNode, change: Partial<Site> = {}) =>
  render(<SiteProvider site={{ ...SITE, ...change }}>{part}</SiteProvider>);

const motion = (isReduced: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }) as MediaQueryList);

const current = () =>
  within(screen.getByRole('list', { name: 'How a request works' }))
    .getAllByRole('listitem')
    .find((step) => step.getAttribute('aria-current') === 'step')?.textContent;

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the steps play once, and stop where they are when asked to', () => {
  vi.useFakeTimers();
  motion(false);
  show(<LiveSample />);
  pass(1200);
  expect(current()).toMatch(/^Sent/);
  pass(1600);
  expect(current()).toMatch(/^Paid/);
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  pass(60_000);
  expect(current()).toMatch(/^Paid/);
  fireEvent.click(screen.getByRole('button', { name: 'Play the steps' }));
  for (let step = 0; step < 4; step += 1) pass(1600);
  expect(current()).toBeUndefined();
  expect(screen.getByText('Faxed to pharmacy')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Play the steps' })).toBeVisible();
});

test('nothing moves where motion is not wanted', () => {
  vi.useFakeTimers();
  motion(true);
  show(<LiveSample />);
  pass(60_000);
  expect(current()).toBeUndefined();
  expect(screen.getByRole('button', { name: 'Play the steps' })).toBeVisible();
});

test('nobody is named where the operator names nobody', () => {
  show(<Doctors />, { doctors: [{ name: 'Dr. Jordan Lee', initials: 'JL' }] });
  expect(screen.getByRole('list', { name: 'Your request is read by a doctor' })).toHaveTextContent(
    'Dr. Jordan Lee',
  );
  document.body.replaceChildren();
  show(<Doctors />);
  expect(screen.queryByText('Your request is read by a doctor')).toBeNull();
});

test('a price follows the number of medications', () => {
  show(<PriceFor />);
  const price = screen.getByRole('status');
  expect(price).toHaveTextContent('$60.00 with a valid BC Services Card$160.00 without');
  fireEvent.click(screen.getByRole('radio', { name: '5' }));
  expect(price).toHaveTextContent('$90.00 with a valid BC Services Card$190.00 without');
});
