// SPDX-License-Identifier: AGPL-3.0-or-later

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../../testing/renderAt';
import { keptIsFor, wipeKept } from '../../../ui/forms/keeping';
import { keepUnsaved } from '../../../ui/forms/unsaved';
import { EncounterDialog } from './EncounterDialog';

afterEach(() => vi.useRealTimers());

/** Opened at a moment and recorded as it is, after another start where one is given. */
async function record(now: string, start?: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const onSave = vi.fn(() => Promise.resolve());
  await renderAt('/', <EncounterDialog label="P-20001" onSave={onSave} onClose={vi.fn()} />);
  const user = userEvent.setup();
  if (start !== undefined) {
    await user.clear(screen.getByLabelText('Start'));
    await user.type(screen.getByLabelText('Start'), start);
  }
  const day = screen.getByText(/, clinic time$/).textContent;
  await user.click(screen.getByRole('button', { name: 'Record' }));
  return { onSave, day };
}

// The clinic's clock of the tests is eight hours behind UTC.
test.each([
  ['in the afternoon', '2026-11-26T21:30:00Z', undefined, 'Today', '2026-11-26T21:20:00.000Z'],
  ['after midnight', '2026-11-26T08:06:00Z', undefined, 'Yesterday', '2026-11-26T07:56:00.000Z'],
  ['after midnight, an hour ago', '2026-11-26T08:06:00Z', '23:10', 'Yesterday', '2026-11-26T07:10:00.000Z'],
  ['a time that has not come', '2026-11-26T21:30:00Z', '23:10', 'Today', '2026-11-27T07:10:00.000Z'],
])('an encounter recorded %s begins when it did', async (_, now, typed, day, start) => {
  const shown = await record(now, typed);
  expect(shown.day).toBe(`${day}, clinic time`);
  expect(shown.onSave).toHaveBeenCalledWith(
    expect.objectContaining({ how: 'phone', start }),
    expect.anything(),
  );
});

test('an encounter that the end of a session kept from being recorded is typed once', async () => {
  keptIsFor('me');
  await record('2026-03-04T22:30:00Z', '13:15');
  keepUnsaved('me');
  cleanup();
  keptIsFor('me');
  await renderAt('/', <EncounterDialog label="P-20001" onSave={vi.fn()} onClose={vi.fn()} />);
  expect(await screen.findByLabelText('Start')).toHaveValue('13:15');
  expect(screen.getByText(/What you typed before you were signed out/)).toBeInTheDocument();
  wipeKept();
});
