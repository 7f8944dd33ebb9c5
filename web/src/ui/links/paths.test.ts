// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { paths, safeNext } from './paths';

describe('the path builder', () => {
  it('keeps ids and queries whole', () => {
    expect(paths.prescription('a b')).toBe('/prescription/a%20b');
    expect(paths.patient('7', { section: 'sleep', item: '9' })).toBe('/patient/7?section=sleep&item=9');
    expect(paths.registration({ step: 0 })).toBe('/registration');
    expect(paths.registration({ step: 2 })).toBe('/registration?step=3');
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
