// SPDX-License-Identifier: AGPL-3.0-or-later

import { describe, expect, it } from 'vitest';
import { bodyOf, emptyForm, meaningOf, mergeForms, valueText } from './drugForm';

const base = { ...emptyForm(), name: 'SALALOL', status: 'Marketed' };

describe('the drug form', () => {
  it('begins with the rows of the specification', () => {
    const form = emptyForm();
    expect(
      [form.administrations, form.formulations, form.tc_ahfs_numbers].map((rows) => rows.length),
    ).toEqual([3, 3, 3]);
    expect(form.ingredients).toHaveLength(5);
  });

  it('is not changed by blank rows', () => {
    expect(meaningOf({ ...base, formulations: ['', ' ', '', ''] })).toEqual(meaningOf(base));
    expect(meaningOf({ ...base, formulations: ['CAPSULE'] })).not.toEqual(meaningOf(base));
  });

  it('sends the id and the version of the drug that is edited', () => {
    expect(bodyOf(base)).not.toHaveProperty('id');
    expect(bodyOf(base, { id: 'a', version: 'b' })).toMatchObject({ id: 'a', version: 'b', name: 'SALALOL' });
  });
});

describe('two people at one drug', () => {
  it('takes their changes where one changed nothing', () => {
    const mine = { ...base, company_name: 'MINE' };
    const theirs = { ...base, status: 'Dormant' };
    const { form, both } = mergeForms(base, mine, theirs);
    expect([form.company_name, form.status, both]).toEqual(['MINE', 'Dormant', []]);
  });

  it('keeps the own entry where both changed it, and says so', () => {
    const mine = { ...base, status: 'Approved' };
    const theirs = { ...base, status: 'Dormant' };
    const { form, both } = mergeForms(base, mine, theirs);
    expect([form.status, both, valueText(theirs, 'status')]).toEqual(['Approved', ['status'], 'Dormant']);
    expect(mergeForms(base, mine, mine).both).toEqual([]);
  });
});
