// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import type { Renewable, RequestedMedication, Usage } from '../../api/generated/schema';
import {
  byPrescription,
  renewalDifferences,
  differenceText,
  dueRenewables,
  dueText,
  isDue,
  supplyOf,
  supplyText,
} from './renewals';
import { emptyUsage, isChanged, usagePairs } from './usage';

const usage: Usage = { ...emptyUsage(), frequency: 'Once a day', duration: '3 months', repeat: 1 };

function line(name: string, more: Partial<Usage> = {}): RequestedMedication {
  return {
    drugId: name,
    name,
    administrations: [],
    formulations: [],
    ingredients: [],
    usages: [{ ...usage, ...more }],
  };
}

function renewable(name: string, more: Partial<Renewable> = {}): Renewable {
  return {
    prescription: 'p1',
    label: 'P-20001',
    suppliedAt: '2026-08-20T17:00:00Z',
    drugId: name,
    name,
    administrations: [],
    formulations: [],
    ingredients: [],
    usage,
    refillsLeft: null,
    runsOutOn: '2026-11-25',
    ready: true,
    selectable: true,
    underWay: null,
    ...more,
  };
}

describe('what is due', () => {
  it('leaves out what is not ready, not refillable or on its way', () => {
    const found = [
      renewable('a'),
      renewable('b', { ready: false }),
      renewable('c', { selectable: false }),
      renewable('d', { underWay: 'p2' }),
    ];
    expect(dueRenewables(found).map((one) => one.name)).toEqual(['a']);
  });

  it('groups by the prescription it was on, what ends first first', () => {
    const groups = byPrescription([
      renewable('a', { prescription: 'p2' }),
      renewable('b'),
      renewable('c', { prescription: 'p2' }),
    ]);
    expect(groups.map((group) => group.map((one) => one.name))).toEqual([['a', 'c'], ['b']]);
  });

  it('says when the supply ends, or ended', () => {
    const day = (text: string) => text;
    expect(supplyText(renewable('a'), '2026-11-20', day)).toBe('Runs out about 2026-11-25');
    expect(supplyText(renewable('a'), '2026-11-26', day)).toBe('Ran out about 2026-11-25');
    expect(supplyText(renewable('a', { runsOutOn: null }), '2026-11-26', day)).toBeNull();
  });
});

describe('changes since the earlier prescription', () => {
  it('pairs the words of both, so that what is new and what is gone both show', () => {
    const now = { ...usage, frequency: 'Twice a day', repeat: 0 };
    expect(usagePairs(usage, now).filter((pair) => pair.now !== pair.old)).toEqual([
      { old: 'Once a day', now: 'Twice a day', index: 1 },
      { old: '1 repeat', now: '', index: 4 },
    ]);
    expect(isChanged(usage, now)).toBe(true);
    expect(isChanged(usage, { ...usage })).toBe(false);
  });

  it('counts and says them', () => {
    const before = [line('a'), line('b'), line('c')];
    const now = [line('a', { duration: '1 month' }), line('b'), line('d')];
    expect(renewalDifferences(now, before)).toEqual({ changed: 1, left: 1, added: 1 });
    expect(differenceText(renewalDifferences(now, before))).toBe(
      '1 usage changed, 1 medication not included, 1 medication added.',
    );
    expect(differenceText(renewalDifferences(before, before))).toBe(
      'Nothing changed since your last prescription.',
    );
  });
});

describe('what is taken of an earlier prescription', () => {
  const shown = (day: string) => day;

  it('is what is due; nothing known is due', () => {
    expect(isDue(undefined)).toBe(true);
    expect(isDue(renewable('a'))).toBe(true);
    expect(isDue(renewable('a', { ready: false }))).toBe(false);
    expect(isDue(renewable('a', { underWay: 'p2' }))).toBe(false);
  });

  it('says why not, the refills left and the day', () => {
    const words = (more: Partial<Renewable>) => dueText(renewable('a', more), '2026-11-20', shown);
    expect(words({ ready: false, refillsLeft: 2 })).toBe(
      'Not due yet. 2 refills left. Runs out about 2026-11-25',
    );
    expect(words({ underWay: 'p2', refillsLeft: 0 })).toBe(
      'Asked for already. No refills left. Runs out about 2026-11-25',
    );
    expect(words({ refillsLeft: null, runsOutOn: null })).toBeNull();
    expect(dueText(undefined, '2026-11-20', shown)).toBeNull();
  });

  it('finds the supply by the drug, then by name and strengths', () => {
    const found = [renewable('a'), renewable('b')];
    expect(supplyOf(found, { ...line('b'), drugId: 'x' })?.name).toBe('b');
    expect(supplyOf(found, line('c'))).toBeUndefined();
  });
});
