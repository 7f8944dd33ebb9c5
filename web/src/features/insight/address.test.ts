// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { addressOf, dayFaults, lastDays, lengthOf, lengthShown, sightOf } from './address';

const TODAY = '2026-11-21';
const NOTHING = { from: undefined, to: undefined, doctor: undefined, payer: undefined, compare: undefined };
const DOCTOR = '0197a3f0-5a3e-7c11-8a70-5a1d2f7b9c01';

describe('the address of a view', () => {
  it('is read back as it was written', () => {
    const sight = {
      days: { from: '2026-10-01', to: '2026-10-31' },
      doctor: DOCTOR,
      payer: 'card' as const,
      compares: false,
    };
    const address = addressOf(sight);
    expect(address).toBe(`/insight?from=2026-10-01&to=2026-10-31&doctor=${DOCTOR}&payer=card&compare=no`);
    const given = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
    expect(sightOf({ ...NOTHING, ...given }, TODAY)).toEqual(sight);
  });

  it('says nothing of what is usual', () => {
    const usual = sightOf(NOTHING, TODAY);
    expect(usual).toEqual({ days: null, doctor: null, payer: null, compares: true });
    expect(addressOf(usual)).toBe('/insight');
  });

  it.each([
    { from: '2026-11-01' },
    { from: '2026-11-20', to: '2026-11-01' },
    { from: '2026-11-01', to: '2026-11-22' },
    { from: '2026-02-30', to: '2026-03-02' },
    { from: '2025-11-20', to: '2026-11-21' },
    { from: 'yesterday', to: 'today' },
    { doctor: 'all', payer: 'cash', compare: 'perhaps' },
  ])('that makes no sense shows what is usual: %o', (given) => {
    expect(sightOf({ ...NOTHING, ...given }, TODAY)).toEqual(sightOf(NOTHING, TODAY));
  });
});

describe('a period', () => {
  it('counts its first and its last day, over the change of the clock as well', () => {
    expect(lengthOf({ from: TODAY, to: TODAY })).toBe(1);
    expect(lengthOf({ from: '2026-10-23', to: '2026-11-21' })).toBe(30);
    expect(lengthOf({ from: '2024-02-28', to: '2024-03-01' })).toBe(3);
    expect(dayFaults('2024-02-29', '2024-02-29', TODAY)).toEqual([]);
    expect(lengthOf({ from: '2025-11-21', to: '2026-11-21' })).toBe(366);
    expect(lastDays(7, TODAY)).toEqual({ from: '2026-11-15', to: TODAY });
  });

  it('is one of the lengths only when it ends today', () => {
    const shown = (from: string, to: string) => lengthShown(sightOf({ ...NOTHING, from, to }, TODAY), TODAY);
    expect(shown('2026-11-15', TODAY)).toBe(7);
    expect(shown('2026-10-23', TODAY)).toBe(30);
    expect(shown('2026-11-14', '2026-11-20')).toBeNull();
    expect(lengthShown(sightOf(NOTHING, TODAY), TODAY)).toBe(30);
  });

  it('that cannot be shown says why, beside its field', () => {
    expect(dayFaults('', '2026-11-22', TODAY)).toEqual([{ field: 'from', message: 'Enter the first day.' }]);
    expect(dayFaults('2026-11-01', '2026-11-22', TODAY)[0]?.message).toBe(
      'The last day cannot be after today.',
    );
    expect(dayFaults('2025-11-20', TODAY, TODAY)[0]?.message).toBe('Choose at most 366 days.');
    expect(dayFaults(TODAY, '2026-11-20', TODAY)[0]?.message).toBe(
      'The first day cannot be after the last day.',
    );
    expect(dayFaults('2026-02-29', TODAY, TODAY)[0]?.message).toBe('Enter the first day.');
  });
});
