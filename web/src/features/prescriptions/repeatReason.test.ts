// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import type { RequestedMedication } from '../../api/generated/schema';
import { againPlace, hasReason, heldBy, lineKey, withReason } from './repeatReason';

function line(name: string): RequestedMedication {
  return { drugId: name, name, administrations: [], formulations: [], ingredients: [], usages: [] };
}

describe('a medication that is needed again', () => {
  const [a, b] = [line('a'), line('b')];

  it('is found by the place in the refusal', () => {
    expect(againPlace('medications[12].neededAgain')).toBe(12);
    expect(againPlace('medications[1].usages')).toBeNull();
    const held = heldBy({}, [{ field: 'medications[1].neededAgain', message: 'P-1' }], [a, b]);
    expect(held).toEqual({ [lineKey(b)]: 'P-1' });
    expect(heldBy(held, [{ field: 'pharmacy', message: 'x' }], [a, b])).toBe(held);
    expect(heldBy(held, [{ field: 'medications[9].neededAgain', message: 'x' }], [a, b])).toBe(held);
  });

  it('keeps the words on its line', () => {
    const said = withReason([a, b], b, 'I lost it');
    expect(said.map(hasReason)).toEqual([false, true]);
    expect(hasReason({ neededAgain: '  ' })).toBe(false);
    expect(hasReason({ neededAgain: '\u200B\u00AD \uFEFF' })).toBe(false);
  });
});
