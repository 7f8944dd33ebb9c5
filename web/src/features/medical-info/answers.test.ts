// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { answerNo, findItems, hasWord, isKnown, withItem, withoutItem, whileTyping } from './answers';

const NOTHING = answerNo(false);
const ITEMS = ['Anemia', 'Gout', 'Heart disease', 'Kidney disease'];

describe('the lists of the medical information', () => {
  it('are cleared by None of these, and answer it by anything added', () => {
    const answer = withItem(withItem(NOTHING, 'Gout', ITEMS), 'Psoriasis', ITEMS);
    expect(answer).toEqual({ no: false, chosen: ['Gout'], other: ['Psoriasis'] });
    expect(answerNo(true)).toEqual({ no: true, chosen: [], other: null });
    expect(withItem(answerNo(true), 'Gout', ITEMS)).toEqual({ no: false, chosen: ['Gout'], other: null });
  });

  it('forget Other with the last of one’s own words', () => {
    const answer = { no: false, chosen: ['Gout'], other: ['Psoriasis'] };
    expect(withoutItem(answer, 'Psoriasis')).toEqual({ no: false, chosen: ['Gout'], other: null });
    expect(withoutItem(answer, 'Gout')).toEqual({ no: false, chosen: [], other: ['Psoriasis'] });
  });

  it('ask for own words that were begun until they are added or taken back', () => {
    const begun = whileTyping({ no: false, chosen: ['Gout'], other: null }, true);
    expect(begun).toEqual({ no: false, chosen: ['Gout'], other: null, begun: true });
    expect(whileTyping(begun, false)).toEqual({ no: false, chosen: ['Gout'], other: null, begun: false });
    // Another answer that is taken or removed meanwhile neither adds nor forgets them.
    expect(withItem(begun, 'Anemia', ITEMS)).toEqual({ ...begun, chosen: ['Gout', 'Anemia'] });
    expect(withoutItem(begun, 'Gout')).toEqual({ ...begun, chosen: [] });
    // Nor do own words that are there already stand for them.
    const more = whileTyping({ no: false, chosen: [], other: ['Latex'] }, true);
    expect(more).toEqual({ no: false, chosen: [], other: ['Latex'], begun: true });
    expect(whileTyping(more, false).other).toEqual(['Latex']);
  });

  it('know an item however it is written', () => {
    expect(isKnown({ no: false, chosen: ['Codeine'], other: ['Latex'] }, ' latex ')).toBe(true);
    expect(isKnown({ no: false, chosen: ['Codeine'], other: null }, 'Latex')).toBe(false);
    // As the list spells it, however it was typed.
    expect(withItem(NOTHING, ' GOUT ', ITEMS).chosen).toEqual(['Gout']);
  });

  it('find what has the letters in it, first what begins with them', () => {
    expect(findItems(ITEMS, 'dis')).toEqual(['Heart disease', 'Kidney disease']);
    expect(findItems(ITEMS, 'É')).toEqual(['Anemia', 'Heart disease', 'Kidney disease']);
    expect(findItems(['Sea sickness', 'Asthma', 'Seizure'], 's')).toEqual([
      'Sea sickness',
      'Seizure',
      'Asthma',
    ]);
    // The same before what is longer, the start of a word before its middle.
    expect(findItems(['Asthma attack', 'Asthma'], 'asthma')).toEqual(['Asthma', 'Asthma attack']);
    expect(findItems(['Heart disease', 'Rheumatoid arthritis'], 'art')).toEqual([
      'Rheumatoid arthritis',
      'Heart disease',
    ]);
  });

  it.each([
    ['Anemia', 'MI', false],
    ['Heart disease', 'ear', false],
    ['Heart disease', 'DIS', true],
    ['Heart disease', 'heart dis', true],
    ['Café spots', 'cafe', true],
    ['Diabetes (type 2)', 'type', true],
    ['Hodgkin’s disease', 's', false],
    ['Sesame and sea', 'sea', true],
  ])('tell whether a word of %s starts with %s: %s', (item, typed, expected) => {
    expect(hasWord(item, typed)).toBe(expected);
  });
});
