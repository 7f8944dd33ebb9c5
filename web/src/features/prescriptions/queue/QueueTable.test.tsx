// SPDX-License-Identifier: AGPL-3.0-or-later

/** Rows of the review queue: a failed fax has a clock and its badge once; what has no promise has none. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { QueueRow } from '../../../api/generated/schema';
import { renderAt } from '../../../testing/renderAt';
import { QueueTable } from './QueueTable';

const NOW = Date.parse('2026-11-21T18:00:00Z');

function row(change: Partial<QueueRow> = {}): QueueRow {
  return {
    _id: 'r1',
    label: 'P-20418',
    person: { _id: 'p1', FirstName: 'Marguerite', LastName: 'Tremblay' },
    DateOfBirth: '1968-06-14',
    status: 'PENDING',
    work: 'review',
    since: '2026-11-21T14:00:00Z',
    promisedBy: '2026-11-22T14:00:00Z',
    lines: 1,
    undecided: 1,
    pharmacyRefused: false,
    drug: null,
    flags: [],
    fax: null,
    refund: null,
    claim: null,
    ...change,
  };
}

async function cellsOf(change: Partial<QueueRow>) {
  await renderAt('/queue', <QueueTable rows={[row(change)]} empty={null} now={NOW} onClaim={null} />);
  const line = screen.getAllByRole('row')[1] as HTMLElement;
  const heads = screen.getAllByRole('columnheader').map((one) => one.textContent);
  const cell = (title: string) => within(line).getAllByRole('cell')[heads.indexOf(title)] as HTMLElement;
  return { line, cell };
}

const failed = { work: 'fax', status: 'FAXED', fax: 'failed', undecided: 0 } as const;

test('a failed fax has its promise from when it was known, and its badge under Next only', async () => {
  const { line, cell } = await cellsOf({
    ...failed,
    since: '2026-11-21T15:30:00Z',
    promisedBy: '2026-11-21T17:30:00Z',
  });
  expect(cell('Due')).toHaveTextContent('30 minutes overdue');
  expect(cell('Request')).toHaveTextContent('waiting 2 h 30 min');
  expect(within(cell('Next')).getByText('Fax failed')).toBeInTheDocument();
  expect(within(cell('Next')).getByText('Fax again')).toBeInTheDocument();
  expect(within(line).getAllByText('Fax failed')).toHaveLength(1);
  expect(line).not.toHaveTextContent('Reviewed');
  expect(line).not.toHaveTextContent('Faxed to pharmacy');
});

test('a delivered fax that is work is to be checked: it did not fail', async () => {
  const { line, cell } = await cellsOf({ ...failed, fax: 'delivered' });
  expect(within(cell('Next')).getByText('Check the fax')).toBeInTheDocument();
  expect(line).not.toHaveTextContent('Fax failed');
});

test('what has no promise has no clock, and a failed fax that is no work stands under Next', async () => {
  const { cell } = await cellsOf({ ...failed, work: 'refund', promisedBy: null });
  expect(cell('Due')).toHaveTextContent('Reviewed');
  expect(within(cell('Next')).getByText('Refund')).toBeInTheDocument();
  expect(within(cell('Next')).getByText('Fax failed')).toBeInTheDocument();
});

test('a request without a destination says so, once', async () => {
  const { cell } = await cellsOf({ pharmacyRefused: true });
  expect(within(cell('Next')).getByText('No pharmacy')).toBeInTheDocument();
});

test('one that waits for nothing else says so in place of its signature', async () => {
  const { cell } = await cellsOf({ work: 'pharmacy', status: 'APPROVED', pharmacyRefused: true });
  expect(within(cell('Next')).getAllByText('No pharmacy')).toHaveLength(1);
  expect(cell('Next')).not.toHaveTextContent('Sign and fax');
  expect(cell('Next')).toHaveTextContent('Choose a pharmacy');
});

test('what is overdue looks as on Today', async () => {
  const { cell } = await cellsOf({
    since: '2026-11-21T15:30:00Z',
    promisedBy: '2026-11-21T17:30:00Z',
  });
  expect(cell('Due').querySelector('svg')).toHaveClass('tabler-icon-alert-triangle');
});
