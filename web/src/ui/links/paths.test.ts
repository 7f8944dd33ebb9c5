// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { type Address, paths, safeNext } from './paths';

describe('the path builder', () => {
  it('keeps ids and queries whole', () => {
    expect(paths.prescription('a b')).toBe('/prescription/a%20b');
    expect(paths.patient('7', { section: 'sleep', item: '9' })).toBe('/patient/7?section=sleep&item=9');
    expect(paths.registration({ step: 0 })).toBe('/registration');
    expect(paths.registration({ step: 2 })).toBe('/registration?step=3');
    expect(paths.replyByLink('p/1', 'm?2')).toBe('/reply/p%2F1/m%3F2');
    expect(paths.messaging({ tab: undefined, message: '$&' })).toBe('/messaging?message=%24%26');
  });

  it('does not compile with a misspelt name, a missing part or an unknown value', () => {
    const misspelt = (): readonly Address[] => [
      // @ts-expect-error: no row has this name
      paths.faxDsk(),
      // @ts-expect-error: which patient?
      paths.patient(),
      // @ts-expect-error: a patient's page has no such part
      paths.patient('7', { section: 'pharmacy' }),
      // @ts-expect-error: the queue reads no such value
      paths.clinicQueue({ status: 'waiting' }),
    ];
    // @ts-expect-error: no row has this path
    const byHand: Address = '/fax-dsk';
    expect(byHand).not.toBe(paths.faxDesk());
    expect(misspelt).toBeTypeOf('function');
  });

  it('follows a remembered location inside this site only', () => {
    expect(safeNext('/prescription/9?x=1')).toBe('/prescription/9?x=1');
    for (const away of [
      undefined,
      '',
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      expect(safeNext(away)).toBe('/dashboard');
    }
  });
});
