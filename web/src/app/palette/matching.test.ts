// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';

import { type Command, matchCommands } from './matching';

// cspell:ignore istory médic presc

const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  group: 'Pages',
  label,
  run: () => undefined,
  ...more,
});

const commands = [
  command('Prescription History'),
  command('Medication Search'),
  command('Logout', { group: 'Everywhere', words: 'sign out' }),
];

const labels = (text: string) =>
  matchCommands(commands, text).flatMap((group) => group.choices.map((choice) => choice.label));

describe('what the palette finds', () => {
  it('is everything when nothing is typed, in groups', () => {
    expect(matchCommands(commands, ' ').map((group) => group.title)).toEqual(['Pages', 'Everywhere']);
  });
  it('is what every word begins a word of, in any order, case and accents aside', () => {
    expect(labels('hist presc')).toEqual(['Prescription History']);
    expect(labels('MÉDIC')).toEqual(['Medication Search']);
    expect(labels('istory')).toEqual([]);
  });
  it('answers to other words as well', () => {
    expect(labels('sign out')).toEqual(['Logout']);
  });
});
