// SPDX-License-Identifier: AGPL-3.0-or-later

/** Allergies: some are red, none is neutral, and no answer is amber, wherever they are shown. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Allergies } from './Allergies';
import { type AllergyRecord, allergyAnswer, allergyText } from './allergies';

const record = (change: Partial<AllergyRecord>): AllergyRecord => ({
  AllergyToMedication: [],
  otherAllergy: null,
  NoAllergy: false,
  ...change,
});

test.each<[string, AllergyRecord | null | undefined, string, string]>([
  ['no record', null, 'unrecorded', 'Not recorded'],
  ['nothing answered', record({}), 'unrecorded', 'Not recorded'],
  ['No ticked', record({ NoAllergy: true }), 'none', 'No known allergies'],
  ['one ticked', record({ AllergyToMedication: ['Sulfa'] }), 'some', 'Sulfa'],
  [
    'one typed',
    record({ AllergyToMedication: ['Sulfa'], otherAllergy: [{ _id: 'latex', name: 'Latex' }] }),
    'some',
    'Sulfa, Latex',
  ],
  ['No ticked beside one', record({ NoAllergy: true, AllergyToMedication: ['Codeine'] }), 'some', 'Codeine'],
  ['a blank typed', record({ otherAllergy: [{ _id: ' ', name: ' ' }] }), 'unrecorded', 'Not recorded'],
])('%s', (_, given, kind, words) => {
  const answer = allergyAnswer(given);
  expect(answer.kind).toBe(kind);
  expect(allergyText(answer)).toBe(words);
});

test('each answer has its look, and what is not known is never shown as none', () => {
  const show = (state: Parameters<typeof Allergies>[0]['state']) => {
    const { unmount } = render(
      <MantineProvider env="test">
        <Allergies state={state} />
      </MantineProvider>,
    );
    const shown = screen.getByText(/./, { selector: '[data-allergies]' });
    const found = [shown.getAttribute('data-allergies'), shown.textContent];
    unmount();
    return found;
  };
  expect(show({ kind: 'some', names: ['Sulfa'] })).toEqual(['some', 'Sulfa']);
  expect(show({ kind: 'none' })).toEqual(['none', 'No known allergies']);
  expect(show({ kind: 'unrecorded' })).toEqual(['unrecorded', 'Not recorded']);
  expect(show('failed')).toEqual(['unrecorded', 'Couldn’t be loaded']);
  expect(show('loading')).toEqual(['none', 'Loading...']);
});
