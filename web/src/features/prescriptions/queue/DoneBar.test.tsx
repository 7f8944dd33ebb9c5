// SPDX-License-Identifier: AGPL-3.0-or-later

/** Nothing is left of a patient: the next one opens by itself, unless something says that one stays. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { queryClient } from '../../../api/queries';
import { renderAt } from '../../../testing/renderAt';
import { answerWith, pathOf } from '../../../testing/server';
import { dropKeys } from '../../../ui/keyboard/useSingleKeys';
import { DoneBar } from './DoneBar';
import { goesOnSwitch } from './goesOn';

const SUM = '2 approved, fax on its way to Tidewater Pharmacy.';
let asked: string[] = [];

async function open(unfinished: string | null = null) {
  const router = await renderAt(
    '/patient/p1',
    <>
      <button type="button">Elsewhere</button>
      <DoneBar personId="p1" sum={SUM} unfinished={unfinished} />
    </>,
  );
  expect(screen.getByText(SUM)).toBeVisible();
  return router;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const claims = () => asked.filter((one) => one.includes('claim-next'));
const seconds = () => screen.queryByText(/Next patient in/)?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  asked = [];
  answerWith((request) => {
    asked.push(`${request.method} ${pathOf(request)}`);
    return Response.json({ personId: 'p2', claim: null });
  });
});

afterEach(() => {
  dropKeys();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
});

describe('the next patient', () => {
  it('opens once, when the seconds are over', async () => {
    const { router } = await open();
    await wait(4_000);
    expect(seconds()).toBe('Next patient in 6 s');
    expect(claims()).toEqual([]);
    await wait(6_250);
    await wait(250);
    expect(claims()).toEqual(['PUT /api/prescription/claim-next']);
    expect(router.location.pathname).toBe('/patient/p2');
    // Nothing was decided, signed or sent by it.
    expect(asked.filter((one) => !one.startsWith('GET') && !one.includes('claim-next'))).toEqual([]);
    await wait(30_000);
    expect(claims()).toHaveLength(1);
  });

  it('waits while the bar is in focus', async () => {
    await open();
    const stay = screen.getByRole('button', { name: 'Stay here' });
    act(() => stay.focus());
    await wait(60_000);
    expect(screen.getByText('Waiting while you are here')).toBeVisible();
    act(() => stay.blur());
    await wait(500);
    expect(seconds()).toMatch(/Next patient in (?:10|9) s/);
    expect(claims()).toEqual([]);
  });

  it.each([
    ['Stay here', () => fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press elsewhere', () => fireEvent.pointerDown(screen.getByRole('button', { name: 'Elsewhere' }))],
    ['a key elsewhere', () => fireEvent.keyDown(document.body, { key: 'j' })],
  ])('stays away after %s, and is a press away', async (_, act_) => {
    await open();
    act_();
    await wait(60_000);
    expect(claims()).toEqual([]);
    expect(screen.getByText('Nothing is left to review.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Next patient' }));
    await wait(250);
    expect(claims()).toHaveLength(1);
  });

  it('stays when somebody began to work while the next patient was asked for, who goes back into the queue', async () => {
    let answer = (_response: Response): void => undefined;
    answerWith((request) => {
      asked.push(`${request.method} ${pathOf(request)}`);
      const claimed = { personId: 'p2', claim: null };
      if (!pathOf(request).includes('claim-next')) return Response.json(claimed);
      return new Promise((resolve) => (answer = () => resolve(Response.json(claimed))));
    });
    const { router } = await open();
    await wait(10_250);
    expect(claims()).toHaveLength(1);
    const key = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true });
    act(() => void document.body.dispatchEvent(key));
    expect(key.defaultPrevented).toBe(false);
    answer(Response.json({}));
    await wait(500);
    expect(asked).toContain('PUT /api/prescription/release');
    expect(router.location.pathname).toBe('/patient/p1');
  });

  it('waits while another window is worked in', async () => {
    vi.mocked(document.hasFocus).mockReturnValue(false);
    await open();
    await wait(60_000);
    expect(claims()).toEqual([]);
  });

  it('stays away where it was switched off', async () => {
    goesOnSwitch.set(false);
    await open();
    await wait(60_000);
    act(() => goesOnSwitch.set(true));
    expect(seconds()).toBe('Next patient in 10 s');
  });

  it('says what is unfinished', async () => {
    await open('A note of yours is not signed yet.');
    await wait(60_000);
    expect(screen.getByText('A note of yours is not signed yet.')).toBeVisible();
    expect(claims()).toEqual([]);
  });
});
