// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import {
  comparedCount,
  comparedMoney,
  comparedShare,
  comparedTime,
  counted,
  countText,
  minutesText,
  moneyText,
  percentText,
  rangeText,
  shareOf,
  shortMinutesText,
} from './words';

describe('numbers', () => {
  it('that are not told say so', () => {
    expect(counted(null, 'request')).toBe('some requests');
    expect([countText(null), moneyText(null)]).toEqual(['not shown', 'not shown']);
    expect(percentText(shareOf(null, 20))).toBe('–');
    expect(percentText(shareOf(3, null))).toBe('–');
  });

  it('are written as on the rest of the site', () => {
    expect(counted(1, 'request')).toBe('1 request');
    expect(counted(1417, 'request')).toBe('1,417 requests');
    expect(percentText(shareOf(410, 417))).toBe('98.3%');
    expect(percentText(shareOf(0, 0))).toBe('–');
    expect([minutesText(128), minutesText(41), minutesText(0), minutesText(null)]).toEqual([
      '2 h 08 min',
      '41 min',
      'under 1 min',
      '–',
    ]);
    expect([minutesText(119.7), minutesText(59.5)]).toEqual(['2 h 00 min', '1 h 00 min']);
    expect([shortMinutesText(1560), shortMinutesText(125)]).toEqual(['26 h', '2 h 05 min']);
  });
});

describe('a period', () => {
  it('names a year once where it has one', () => {
    expect(rangeText('2026-10-23', '2026-11-21')).toBe('Oct 23 – Nov 21, 2026');
    expect(rangeText('2025-12-20', '2026-01-05')).toBe('Dec 20, 2025 – Jan 05, 2026');
    expect(rangeText('2026-11-21', '2026-11-21')).toBe('Nov 21, 2026');
  });
});

describe('a comparison', () => {
  it('of counts and amounts is in percent', () => {
    expect(comparedCount(417, 386)).toEqual({ words: '8% more than before', went: 'up' });
    expect(comparedCount(80, 100)).toEqual({ words: '20% fewer than before', went: 'down' });
    expect(comparedCount(1001, 1000).words).toBe('As before');
    expect(comparedCount(7, 0).words).toBe('None before');
    expect(comparedCount(0, 0).words).toBe('None before either');
    expect(comparedCount(31, 13).words).toBe('2.4 times as many');
    expect(comparedCount(130, 10).words).toBe('13 times as many');
    expect(comparedMoney(80, 100).words).toBe('20% less than before');
    expect(comparedMoney(-50, -100)).toEqual({ words: '50% more than before', went: 'up' });
  });

  it('is none where one of them is not told', () => {
    expect(comparedCount(20, null).words).toBe('No comparison');
    expect(comparedTime(null, 20).words).toBe('No comparison');
    expect(comparedShare(0.9, null).words).toBe('No comparison');
  });

  it('of times says which was faster', () => {
    expect(comparedTime(134, 148)).toEqual({ words: '14 min faster', went: 'down' });
    expect(comparedTime(200, 135)).toEqual({ words: '1 h 05 min slower', went: 'up' });
    expect(comparedTime(134, 134).words).toBe('As before');
  });

  it('of shares says what it was', () => {
    expect(comparedShare(0.983, 0.971)).toEqual({ words: '97.1% before', went: 'up' });
    expect(comparedShare(0.9831, 0.9829).words).toBe('As before');
  });
});
