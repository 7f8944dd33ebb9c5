import { describe, expect, it } from 'vitest';
import { age, date, dateTime, healthNumber, money, phone, shortWhen, usageText } from './format';

describe('how things are written', () => {
  it('shows times in Vancouver, wherever the device is', () => {
    expect(dateTime('2026-11-21T02:12:00Z')).toBe('Nov 20, 2026, 6:12 PM');
    expect(date('2026-11-21T02:12:00Z')).toBe('Nov 20, 2026');
    expect(date('1968-06-14')).toBe('Jun 14, 1968');
    expect(shortWhen('2026-11-21T16:40:00Z', new Date('2026-11-21T20:00:00Z'))).toBe('Today, 8:40 AM');
    expect(shortWhen('2026-11-21T02:12:00Z', new Date('2026-11-21T20:00:00Z'))).toBe('Nov 20, 6:12 PM');
  });

  it('writes amounts and numbers so that they can be read aloud', () => {
    expect(money(60)).toBe('$60.00');
    expect(phone('16045550142')).toBe('604-555-0142');
    expect(phone('12')).toBe('12');
    expect(healthNumber('9000012345')).toBe('9000 012 345');
  });

  it('counts a birthday as the day of the next year of age', () => {
    expect(age('1968-06-14', new Date(2026, 5, 13))).toBe(57);
    expect(age('1968-06-14', new Date(2026, 5, 14))).toBe(58);
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
    expect(usageText(usage)).toBe('One and a half · Once a day · As needed · 3 months · Repeat 0');
  });
});
