// SPDX-License-Identifier: AGPL-3.0-or-later

/** Remittances: sums of any months with their total, records found, and lines settled one by one or at once. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Remittance, RemittanceMonth } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith, pathOf } from '../../testing/server';
import { until } from '../../testing/until';
import { loadDialogs } from '../../ui/dialogs/Dialog';
import { withTotal } from './csv';
import { Exceptions } from './Exceptions';
import { monthsFrom } from './Period';
import { RemittancePage } from './RemittancePage';

vi.mock('../../api/queries', async (original) => ({
  ...(await original<object>()),
  useSettings: () => ({ billing: true }),
}));

function month(name: string, sums: Partial<RemittanceMonth>): RemittanceMonth {
  return {
    month: name,
    billed: 0,
    paid: 0,
    refused: 0,
    outstanding: 0,
    overpaid: 0,
    notPaid: 0,
    adjustments: 0,
    otherPayees: 0,
    records: 0,
    ...sums,
  };
}

function line(id: string, more: Partial<Remittance> = {}): Remittance {
  return {
    _id: id,
    seqNumber: id.padStart(7, '0'),
    folio: '0000000',
    paymentDate: '2026-11-14',
    amountBill: 50,
    amountPaid: 40,
    serviceDate: '2026-11-02',
    feeCode: '13437',
    healthNumber: null,
    remittanceType: 'S02',
    codes: [{ code: 'BG', text: 'Amount adjusted' }],
    billId: null,
    exception: `No claim was sent with sequence ${id.padStart(7, '0')}.`,
    isClaim: true,
    isOurs: true,
    ...more,
  };
}

let asked: string[] = [];
let sent: { path: string; body: unknown }[] = [];
let lines: Remittance[] = [];

beforeEach(async () => {
  asked = [];
  sent = [];
  lines = [line('1401'), line('1402', { remittanceType: 'S01', codes: [] }), line('1403', { isOurs: false })];
  await loadDialogs();
  answerWith(async (request) => {
    const path = pathOf(request);
    if (request.method !== 'GET') {
      sent.push({ path, body: await request.json() });
      return Response.json({ settled: 2, already: 0 });
    }
    asked.push(path);
    if (path.includes('remittance-months'))
      return Response.json([
        month('2026-10', { billed: 100.1, paid: 60.05, refused: 40.05, records: 3, adjustments: -1 }),
        month('2026-11', {
          billed: 50.2,
          paid: 20.1,
          outstanding: 30.1,
          overpaid: 5,
          records: 2,
          otherPayees: 41.1,
        }),
      ]);
    if (path.includes('balance')) return Response.json([]);
    if (path.includes('status-retrieved')) return Response.json({ pull: null, setAside: [], messages: [] });
    if (path.includes('problematic')) return Response.json({ items: [], total: 0, nextCursor: null });
    return Response.json({ remittances: lines, total: 3 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('sums of months add up, with what is not in them beside', () => {
  const rows = [
    month('2026-11', { billed: 0.1, paid: 0.1 }),
    month('2026-10', { billed: 0.2, paid: 0.1, refused: 0.1, records: 2 }),
  ];
  const total = withTotal(rows).at(-1);
  expect(total).toMatchObject({ month: 'Total', billed: 0.3, paid: 0.2, refused: 0.1, records: 2 });
  expect(withTotal(rows.slice(1))).toHaveLength(1);
  expect(monthsFrom('2026-01', -1)).toBe('2025-12');
  expect(monthsFrom('2025-12', 12)).toBe('2026-12');
});

test('any months can be chosen', async () => {
  const user = userEvent.setup();
  await renderAt('/remittance', <RemittancePage />);
  const table = await screen.findByRole('table', { name: 'Payments by month of payment' });
  const last = within(table).getAllByRole('row').at(-1);
  expect(
    within(last ?? table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Total', '5', '$150.30', '$80.15', '$40.05', '$30.10', '$5.00', '-$1.00', '$41.10']);
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  await until(() => {
    expect(asked.some((path) => path.includes('balance') && path.includes('last=2025-11'))).toBe(true);
  });
  await user.selectOptions(screen.getByLabelText('Show'), '24');
  await until(() => {
    expect(asked.some((path) => path.includes('remittance-months') && path.includes('months=24'))).toBe(true);
  });
});

test('records are searched, and shown several a page', async () => {
  const user = userEvent.setup();
  await renderAt('/remittance', <RemittancePage />);
  await user.type(await screen.findByLabelText('Find records'), '1401');
  await user.selectOptions(screen.getByLabelText('Records a page'), '10');
  await until(() => {
    expect(asked.some((path) => path.includes('limit=10') && path.includes('q=1401'))).toBe(true);
  });
  expect(await screen.findByText('1 to 3 of 3')).toBeInTheDocument();
});

test('chosen lines are said to be none of ours after a question', async () => {
  const user = userEvent.setup();
  await renderAt('/manage-tele', <Exceptions />);
  await user.click(await screen.findByLabelText('Choose S02 0001401'));
  await user.click(screen.getByLabelText('Choose S02 0001403'));
  await user.click(screen.getByRole('button', { name: '2 not for this clinic' }));
  expect(sent).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: '2 lines are not for this clinic' });
  await user.click(within(dialog).getByRole('button', { name: 'Not for this clinic' }));
  await until(() => {
    expect(sent).toEqual([{ path: '/api/tele-plan/remittance-exceptions', body: { ids: ['1401', '1403'] } }]);
  });
});

test('a line that counts for its bill is reviewed, and is not among those that are none of ours', async () => {
  lines = [
    line('1401'),
    line('1402', {
      remittanceType: 'S01',
      billId: 'b1',
      folio: '0007001',
      exception: 'The bill of $34.79 was paid before, $34.79. This line pays $34.79 more.',
    }),
  ];
  const user = userEvent.setup();
  await renderAt('/manage-tele', <Exceptions />);
  expect(await screen.findByLabelText('Choose S01 0001402')).toBeDisabled();
  await user.click(screen.getByLabelText('Choose all 1 on this page'));
  expect(screen.getByRole('button', { name: '1 not for this clinic' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Reviewed S01 0001402' }));
  await until(() => {
    expect(sent).toEqual([{ path: '/api/tele-plan/remittance-exceptions/1402', body: {} }]);
  });
});

test('lines are filtered by payee, and one is assigned to a folio', async () => {
  const user = userEvent.setup();
  await renderAt('/manage-tele', <Exceptions />);
  await user.selectOptions(await screen.findByLabelText('Payee'), 'Other payees');
  await until(() => {
    expect(asked.some((path) => path.includes('ours=false'))).toBe(true);
  });
  await user.type(screen.getByLabelText('Folio of the bill for 0001401'), '7001');
  const row = screen.getByRole('row', { name: /0001401/ });
  await user.click(within(row).getByRole('button', { name: 'Assign' }));
  await until(() => {
    expect(sent).toEqual([{ path: '/api/tele-plan/remittance-exceptions/1401', body: { folio: '7001' } }]);
  });
});
