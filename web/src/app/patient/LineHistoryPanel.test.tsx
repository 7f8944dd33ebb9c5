// SPDX-License-Identifier: AGPL-3.0-or-later

/** What stands beside the line in focus says which of it a safety mark of the line names; the keys are told below. */
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { MarkPlace, MarkView, MedicalInfo } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { medication, onceADay, prescription } from '../../features/prescriptions/review/test-data';
import { pendingPrescriptions } from '../../features/prescriptions/review/queries';
import { renderAt } from '../../testing/renderAt';
import { answerWith } from '../../testing/server';
import { until } from '../../testing/until';
import { ShortcutHints } from '../../ui/keyboard/ShortcutHints';
import { LineHistoryPanel } from './LineHistoryPanel';
import { patientShortcuts } from './shortcuts';

// cspell:ignore mmarks

function mark(level: number, place: MarkPlace, label: string | null): MarkView {
  const name = 'Ramipril 5 mg';
  return {
    key: `${level}`,
    kind: 'interaction',
    level,
    lead: '',
    text: '',
    brief: '',
    source: '',
    with: { name, place, label },
  };
}

const of = (name: string, strength: string) => [
  { ingredient_name: name, strength, strength_unit: 'MG', dosage_value: '', dosage_unit: '' },
];

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('what a mark of the line names says so, recorded or prescribed before', async () => {
  const before = medication('b', 'RAMIPRIL', {
    ingredients: of('RAMIPRIL', '5'),
    status: 'Approved',
    decidedAt: '2026-05-20T18:00:00Z',
  });
  const past = prescription('7', [before], { work: null, status: 'FAXED' });
  vi.stubGlobal('fetch', async () => Response.json({ items: [past], nextCursor: null, total: 1 }));
  const taken = (name: string) => ({ name, ingredients: of(name, '5'), usages: [onceADay] });
  const medical = {
    CreatedAt: '2026-11-21T14:00:00Z',
    MedicationsCurrentlyTaken: [taken('RAMIPRIL'), taken('METFORMIN')],
  } as unknown as MedicalInfo;
  const line = medication('l', 'CANDESARTAN', {
    ingredients: of('CANDESARTAN', '8'),
    marks: [mark(3, 'prescribed', 'P-7'), mark(2, 'recorded', null)],
  });
  await renderAt('/', <LineHistoryPanel personId="p1" line={line} medical={medical} medicalFailed={false} />);
  const rows = (region: string) =>
    within(screen.getByRole('region', { name: region })).getAllByRole('listitem');
  const words = (row: HTMLElement | undefined) => row?.textContent.replaceAll('\u00A0', ' ');
  const [ramipril, metformin] = rows('Recorded medications');
  expect(words(ramipril)).toContain('Level 2 with Candesartan 8 mg');
  expect(words(metformin)).not.toContain('Level');
  expect(await screen.findByRole('link', { name: 'P-7' })).toBeInTheDocument();
  expect(words(rows('Past prescriptions')[0])).toContain('Level 3 with Candesartan 8 mg');
});

test('on paper no past prescription is left out', async () => {
  const items = Array.from({ length: 12 }, (_, at) =>
    prescription(`${at}`, [medication(`m${at}`, 'RAMIPRIL', { status: 'Approved' })], {
      work: null,
      status: 'FAXED',
    }),
  );
  answerWith(() => Response.json({ items, nextCursor: null, total: 12 }));
  const line = medication('l', 'CANDESARTAN');
  await renderAt('/', <LineHistoryPanel personId="p1" line={line} medical={null} medicalFailed={false} />);
  await screen.findByRole('button', { name: 'All 12' });
  const count = () => screen.getAllByRole('link', { name: /^P-/ }).length;
  expect(count()).toBe(8);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(count()).toBe(12);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(count()).toBe(8);
});

const NOTHING = 'Nothing was prescribed here before.';

test.each([
  ['none at all', [], [], null, true],
  ['one that asks for a refund', [['7', 'Approved', 'refund']], [], null, false],
  ['one whose fax failed', [['7', 'Approved', 'fax']], [], null, false],
  ['only undecided ones', [['7', null, 'review']], [], null, true],
  ['one that was decided since', [['7', null, 'review']], [['7', 'Approved', 'send']], null, false],
  ['more than were read', [['7', null, 'review']], [], 'more', false],
] as const)('nothing was prescribed before is said of a list that is empty: %s', async (_, read, open, more, said) => {
  const of = (rows: typeof read | typeof open, version: number) =>
    rows.map(([id, status, work]) =>
      prescription(id, [medication(id, 'RAMIPRIL', { status })], { work, version }),
    );
  const items = of(read, 1);
  answerWith(() => Response.json({ items, nextCursor: more, total: 60 }));
  queryClient.setQueryData(pendingPrescriptions('p1').queryKey, of(open, 2));
  const line = medication('l', 'CANDESARTAN');
  await renderAt('/', <LineHistoryPanel personId="p1" line={line} medical={null} medicalFailed={false} />);
  await until(() => {
    expect(screen.queryByRole('status')).toBeNull();
  });
  expect(screen.queryAllByText(NOTHING)).toHaveLength(said ? 1 : 0);
});

test('the bar of keys tells the one that opens the safety marks', async () => {
  await renderAt('/', <ShortcutHints shortcuts={patientShortcuts} />);
  expect(screen.getByText('marks')).toHaveTextContent('mmarks');
});
