// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import cases from '../../../crates/domain/src/prescriptions/wording_cases.json';
import { drugName } from './drugName';

describe('the name of a drug', () => {
  it.each(cases.names)('%s is written %s', (name = '', label = '') => {
    expect(drugName(name)).toBe(label);
    expect(drugName(label)).toBe(label);
  });
});
