// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { inUnit } from './textSize.ts';

describe('lengths that follow the text size', () => {
  it('turns px into the other unit, inside functions too', () => {
    expect(inUnit('13px', 'rem')).toBe('0.8125rem');
    expect(inUnit('max(24px, calc((100% - 1200px) / 2))', 'rem')).toBe(
      'max(1.5rem, calc((100% - 75rem) / 2))',
    );
    expect(inUnit('0 12px 32px -8px rgb(15 35 27 / .22)', 'rem')).toBe(
      '0 0.75rem 2rem -0.5rem rgb(15 35 27 / .22)',
    );
    expect(inUnit('(max-width: 767px)', 'em')).toBe('(max-width: 47.9375em)');
  });

  it('leaves hairlines, names, addresses and words', () => {
    for (const same of ['1px solid', '-3px', 'var(--w-16px)', 'url(icon-16px.svg)', '"16px"', '50%', '2em']) {
      expect(inUnit(same, 'rem')).toBe(same);
    }
  });
});
