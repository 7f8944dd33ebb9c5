// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { answerNo, whileTyping } from './answers';
import { asksPregnancy, formOf, mergeForms, recordFaults, recordOf } from './record';

const pharmacy = {
  _id: 'ph',
  name: 'Tidewater Pharmacy',
  address: '',
  city: '',
  fax: '',
  fax_number: '',
  phone1: '',
};

describe('what is missing', () => {
  it('is told in the order of the screen, with the words of the specification', () => {
    const form = { ...formOf(undefined, null), surgeries: whileTyping(answerNo(false), true) };
    expect(recordFaults(form).map((fault) => fault.message)).toEqual([
      'Gender is required.',
      'Medical condition is required.',
      'Other surgery is required.',
      'Allergy is required.',
      'Alcohol history is required.',
      'Smoking history is required.',
      'Preferred pharmacy is required.',
    ]);
  });

  it.each([
    ['beside own words', { no: false, chosen: [], other: ['Latex'] }, ['Other allergy is required.']],
    ['beside a chosen one', { no: false, chosen: ['Codeine'], other: null }, ['Other allergy is required.']],
    ['alone', answerNo(false), ['Other allergy is required.']],
    ['before None of these', answerNo(true), []],
  ])('is what was begun %s', (_, answer, expected) => {
    const form = { ...formOf(undefined, null), allergies: whileTyping(answer, true) };
    const ofAllergies = recordFaults(form).filter((fault) => /allergy/i.test(fault.field));
    expect(ofAllergies.map((fault) => fault.message)).toEqual(expected);
  });

  it('does not include the gender when the person has one', () => {
    expect(recordFaults(formOf(undefined, 'Female')).map((fault) => fault.field)).not.toContain('Sex');
  });
});

describe('a saved record', () => {
  it('comes back from the form as it went in', () => {
    const content = {
      Sex: 'Female',
      MedicalConditions: ['Gout'],
      otherMedicalConditions: [{ _id: 'c1', name: 'Psoriasis' }],
      NoMedicalCondition: false,
      Surgeries: [],
      otherSurgery: null,
      NoSurgery: true,
      AllergyToMedication: [],
      otherAllergy: null,
      NoAllergy: true,
      MedicationsCurrentlyTaken: [],
      supplements: ['Vitamin D'],
      otherItems: [],
      AlcoholHistory: 'No',
      SmokingHistory: 'No',
      PregnancyOrBreastfeeding: null,
      defaultPharmacy: pharmacy,
    };
    const record = { ...content, _id: 'm1', Person: 'p1', CreatedAt: '2026-11-21T14:00:00Z' };
    expect(recordOf(formOf(record, null), record)).toEqual(content);
    expect(recordFaults(formOf(record, null))).toEqual([]);
    // Words in the box are of the form only.
    const form = formOf(record, null);
    const typing = { ...form, conditions: whileTyping(form.conditions, true) };
    expect(JSON.stringify(recordOf(typing, record))).toBe(JSON.stringify(recordOf(form, record)));
  });
});

describe('the question on pregnancy', () => {
  const now = new Date('2026-11-26T20:00:00Z');

  it.each([
    ['Female', '1995-04-02', true],
    ['Non-binary', '1995-04-02', true],
    ['', '1995-04-02', true],
    ['Male', '1995-04-02', false],
    ['Female', '1970-11-20', false],
    ['Female', '1970-12-20', true],
    ['Female', null, false],
  ])('is asked of %s, born %s: %s', (sex, born, asked) => {
    expect(asksPregnancy(sex, born, now)).toBe(asked);
  });

  it('may stay unanswered, and is kept as answered', () => {
    const form = formOf(undefined, 'Female');
    expect(recordOf(form, undefined).PregnancyOrBreastfeeding).toBeNull();
    expect(recordOf({ ...form, pregnancy: 'Yes' }, undefined).PregnancyOrBreastfeeding).toBe('Yes');
    expect(recordFaults(form).map((fault) => fault.field)).not.toContain('PregnancyOrBreastfeeding');
  });
});

describe('two changes of one record', () => {
  const base = { ...formOf(undefined, 'Female'), alcohol: 'Never', smoking: 'Never', pharmacy };

  it('come together part by part; what both changed stays as typed and is told', () => {
    const allergic = { no: false, chosen: ['Codeine'], other: null };
    const mine = { ...base, smoking: 'Daily', alcohol: 'Weekly' };
    const theirs = { ...base, smoking: 'Quit', allergies: allergic };
    expect(mergeForms(base, mine, theirs)).toEqual({
      form: { ...base, smoking: 'Daily', alcohol: 'Weekly', allergies: allergic },
      theirs: ['Allergy to medications'],
      both: ['Smoking'],
    });
  });

  it('do not count words that were begun, nor lose them', () => {
    const mine = { ...base, allergies: whileTyping(base.allergies, true) };
    expect(mergeForms(base, mine, base)).toEqual({ form: mine, theirs: [], both: [] });
    const allergies = { no: false, chosen: ['Codeine'], other: null };
    expect(mergeForms(base, mine, { ...base, allergies })).toEqual({
      form: { ...base, allergies: { ...allergies, begun: true } },
      theirs: ['Allergy to medications'],
      both: [],
    });
    const takenBack = { ...base, allergies: whileTyping(base.allergies, false) };
    expect(mergeForms(base, takenBack, base).both).toEqual([]);
  });

  it('are no conflict when both say the same', () => {
    const same = { ...base, smoking: 'Quit' };
    expect(mergeForms(base, same, same)).toEqual({ form: same, theirs: [], both: [] });
  });
});
