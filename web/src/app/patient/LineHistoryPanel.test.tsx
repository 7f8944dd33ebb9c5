// SPDX-License-Identifier: AGPL-3.0-or-later

/** What stands beside the line in focus says which of it a safety mark of the line names; the keys are told below. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { MarkPlace, MarkView, MedicalInfo } from '../../api/generated/schema';
import { queryClient } from '../../api/queries';
import { medication, onceADay, prescription } from '../../features/prescriptions/review/test-data';
import { renderAt } from '../../testing/renderAt';
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

test('the bar of keys tells the one that opens the safety marks', async () => {
  await renderAt('/', <ShortcutHints shortcuts={patientShortcuts} />);
  expect(screen.getByText('marks')).toHaveTextContent('mmarks');
});
