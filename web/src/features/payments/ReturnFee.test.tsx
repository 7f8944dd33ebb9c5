// SPDX-License-Identifier: AGPL-3.0-or-later

/** The fee of a cancelled order: returned by whoever may, with a reason, and its refusal beside the field. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { until } from '../../testing/until';
import { ReturnFee } from './ReturnFee';

const role = vi.hoisted(() => ({ now: 'ROLE_OFFICE' }));
vi.mock('../../api/session', () => ({ useMe: () => ({ Role: role.now }) }));

let sent: unknown[] = [];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  role.now = 'ROLE_OFFICE';
  answerWith(async (request) => {
    if (pathOf(request) !== '/api/payment/return-fee') return new Response('{}', { status: 404 });
    sent.push(await request.json());
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(amount = 50) {
  await renderAt('/prescription/1', <ReturnFee label="P-20001" amount={amount} chargeId="ch_1" />);
}

test.each([
  ['a doctor', 'ROLE_DOCTOR', 50],
  ['an order without a kept fee', 'ROLE_OFFICE', 0],
])('it is not offered to %s', async (_, whose, amount) => {
  role.now = whose;
  await open(amount);
  expect(screen.queryByRole('button')).toBeNull();
});

test('it sends the charge and the reason, and no amount', async () => {
  answer = () => Response.json({ state: 'done', refundAmount: 50, message: 'Refunded.' });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Return $50.00' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'They asked by telephone.');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Return $50.00' }));
  await until(() => {
    expect(sent).toEqual([{ chargeId: 'ch_1', reason: 'They asked by telephone.' }]);
  });
});

test('its dialog stays, with what is typed, as soon as nothing may be returned any more', async () => {
  function Shown() {
    const [amount, setAmount] = useState(50);
    return (
      <>
        <ReturnFee label="P-20001" amount={amount} chargeId="ch_1" />
        <button type="button" onClick={() => setAmount(0)}>
          Read again
        </button>
      </>
    );
  }
  await renderAt('/prescription/1', <Shown />);
  await userEvent.click(screen.getByRole('button', { name: 'Return $50.00' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'They asked by telephone.');
  act(() => screen.getByText('Read again').click());
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('They asked by telephone.');
});
