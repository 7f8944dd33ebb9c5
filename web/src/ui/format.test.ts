// SPDX-License-Identifier: AGPL-3.0-or-later

import { afterEach, describe, expect, it } from 'vitest';
import {
  age,
  formatDate,
  formatDateTime,
  formatHealthNumber,
  formatLongDate,
  hourOfDay,
  formatMoney,
  formatPhone,
  setClinicClock,
  formatShortWhen,
  usageText,
} from './format';

const STANDARD = [{ from: '1970-01-01T00:00:00Z', minutes: -480 }];
afterEach(() => setClinicClock(STANDARD));

describe('how things are written', () => {
  it('shows times in Vancouver, wherever the device is', () => {
    expect(formatDateTime('2026-11-21T02:12:00Z')).toBe('Nov 20, 2026, 6:12\u00a0PM');
    expect(formatDate('2026-11-21T02:12:00Z')).toBe('Nov 20, 2026');
    expect(formatDate('1968-06-14')).toBe('Jun 14, 1968');
    expect(formatShortWhen('2026-11-21T16:40:00Z', new Date('2026-11-21T20:00:00Z'))).toBe(
      'Today, 8:40\u00a0AM',
    );
    expect(formatShortWhen('2026-11-21T02:12:00Z', new Date('2026-11-21T20:00:00Z'))).toBe(
      'Nov 20, 6:12\u00a0PM',
    );
  });

  it('writes every day, minute and amount as Intl does', () => {
    const day = { timeZone: 'UTC', month: 'short', day: '2-digit', year: 'numeric' } as const;
    const time = { hour: 'numeric', minute: '2-digit' } as const;
    const both = new Intl.DateTimeFormat('en-US', { ...day, ...time });
    const long = new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      month: 'long',
      day: 'numeric',
      year: 'numeric',
    });
    const money = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    setClinicClock([{ from: '1900-01-01T00:00:00Z', minutes: 0 }]);
    for (let step = 0; step < 1500; step += 1) {
      const date = new Date(Date.UTC(1931, 0, 1) + step * 25 * 86_400_000 + step * 61_000);
      const iso = date.toISOString();
      expect(formatDateTime(iso)).toBe(both.format(date).replaceAll(/[\u202f ](?=[AP]M)/g, '\u00a0'));
      expect(formatLongDate(iso)).toBe(long.format(date));
    }
    for (const amount of [0, 0.05, 1, 12.3, 999.99, 1000, 12_345, 123_456.78, 1_234_567.9])
      expect(formatMoney(amount)).toBe(`$${money.format(amount)}`);
    expect(() => formatDate('soon')).toThrow(RangeError);
  });

  it('goes by the clock the server tells, not by the zone data of the browser', () => {
    setClinicClock([
      { from: '2016-11-06T09:00:00Z', minutes: -480 },
      { from: '2026-03-08T10:00:00Z', minutes: -420 },
    ]);
    expect(formatDateTime('2026-03-08T09:59:59Z')).toBe('Mar 08, 2026, 1:59\u00a0AM');
    expect(formatDateTime('2026-03-08T10:00:00Z')).toBe('Mar 08, 2026, 3:00\u00a0AM');
    expect(formatDateTime('2026-11-22T06:30:00Z')).toBe('Nov 21, 2026, 11:30\u00a0PM');
    expect(formatDate('2026-11-22T07:30:00Z')).toBe('Nov 22, 2026');
    expect(hourOfDay(new Date('2026-11-22T07:30:00Z'))).toBe(0);
    expect(formatDateTime('2001-01-01T12:00:00Z'), 'older than the list').toBe('Jan 01, 2001, 4:00\u00a0AM');
  });

  it('writes amounts and numbers so that they can be read aloud', () => {
    expect(formatMoney(60)).toBe('$60.00');
    expect(formatMoney(-12_345)).toBe('-$12,345.00');
    expect(formatPhone('16045550142')).toBe('604-555-0142');
    expect(formatPhone('12')).toBe('12');
    expect(formatHealthNumber('9000012345')).toBe('9000 012 345');
  });

  it('counts a birthday as the day of the next year of age', () => {
    expect(age('1968-06-14', new Date('2026-06-14T07:59:00Z'))).toBe(57);
    expect(age('1968-06-14', new Date('2026-06-14T08:00:00Z'))).toBe(58);
  });

  it('says a usage in one line, with the words that stand for Other', () => {
    const usage = {
      quantity: 'Other',
      quantityOther: 'One and a half',
      frequency: 'Once a day',
      frequencyOther: null,
      asNeeded: true,
      duration: '3 months',
      durationOther: null,
      repeat: 0,
      textLine: null,
    };
    expect(usageText(usage)).toBe('One and a half · Once a day · as needed · 3 months');
    expect(usageText({ ...usage, repeat: 1 })).toMatch(/ · 1 repeat$/);
    expect(usageText({ ...usage, repeat: 2, textLine: 'with food' })).toMatch(/ · 2 repeats · with food$/);
  });
});
