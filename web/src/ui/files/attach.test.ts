// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { sizeText, TOO_LARGE, TOO_MANY, withMore, wrongKind } from './AttachFiles';

const file = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

describe('attached files', () => {
  it('takes images and PDFs and says why another kind is not taken', () => {
    const first = withMore([], [file('a.pdf', 'application/pdf'), file('b.jpg', 'image/jpeg')]);
    expect(first.files.map((one) => one.name)).toEqual(['a.pdf', 'b.jpg']);
    expect(first.refused).toBeNull();
    const second = withMore(first.files, [
      file('c.exe', 'application/x-msdownload'),
      file('d.png', 'image/png'),
    ]);
    expect(second.files.map((one) => one.name)).toEqual(['a.pdf', 'b.jpg', 'd.png']);
    expect(second.refused).toBe(wrongKind());
  });

  it('takes at most ten, and none over 10 MB', () => {
    const many = Array.from({ length: 11 }, (_, at) => file(`${at}.png`, 'image/png'));
    expect(withMore([], many).files).toHaveLength(10);
    expect(withMore([], many).refused).toBe(TOO_MANY);
    const large = withMore([], [file('x.pdf', 'application/pdf', 10 * 1024 * 1024 + 1)]);
    expect(large).toEqual({ files: [], refused: TOO_LARGE });
  });

  it('writes sizes as people read them', () => {
    expect(sizeText(1)).toBe('1 KB');
    expect(sizeText(86_016)).toBe('84 KB');
    expect(sizeText(2_621_440)).toBe('2.5 MB');
  });
});
