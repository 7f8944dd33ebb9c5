// SPDX-License-Identifier: AGPL-3.0-or-later

import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PharmacyFax } from './PharmacyFax';

const told = (refused: string | null) =>
  render(<PharmacyFax number="604-555-0142" refused={refused} />).container.textContent;

describe('the fax number of a pharmacy', () => {
  it('is shown while the pharmacy can be faxed to', () => {
    expect(told(null)).toBe('Fax 604-555-0142');
  });

  it('gives way to the reason why nothing is sent there', () => {
    expect(
      told(
        'This pharmacy is no longer in the list, and its fax number may belong to someone else. Choose another one.',
      ),
    ).toBe('no longer in the list');
    expect(told('This pharmacy has another fax number by now. Choose it again, or choose another one.')).toBe(
      'another fax number by now',
    );
    expect(told('Nothing is sent there.')).toBe('Nothing is sent there.');
  });
});
