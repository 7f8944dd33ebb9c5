// SPDX-License-Identifier: AGPL-3.0-or-later

import { beforeEach, describe, expect, it } from 'vitest';
import type { SleepInfo } from '../../api/generated/schema';
import { setClinicClock } from '../../ui/format';
import { faultsOf, formOf, inputOf, type SleepForm, withoutReading, withReading } from './form';

const QUESTIONS = [
  'gainWeight',
  'depression',
  'diabetes',
  'heartDisease',
  'atrialFibrillation',
  'cognitionDeteriorating',
  'snore',
  'asleepBreathPause',
  'asleepChoke',
  'bloodPressureMedication',
];
const NOW = '2025-11-20T18:12';

function filled(part: Partial<SleepForm> = {}): SleepForm {
  return {
    height: '171,5',
    weight: ' 88 ',
    answers: Object.fromEntries(QUESTIONS.map((key) => [key, key === 'snore'])),
    readings: [{ key: 1, systolic: '128', diastolic: '82', measured: NOW }],
    ...part,
  };
}

const fields = (form: SleepForm) => faultsOf(form, QUESTIONS, NOW).map((fault) => fault.field);

beforeEach(() => setClinicClock([{ from: '2020-01-01T00:00:00Z', minutes: -480 }]));

describe('the questionnaire', () => {
  it('is whole, and sent as numbers with the time of the clinic’s clock', () => {
    expect(fields(filled())).toEqual([]);
    expect(inputOf(filled())).toMatchObject({
      height: 171.5,
      weight: 88,
      snore: true,
      diabetes: false,
      bloodPressures: [{ systolic: 128, diastolic: 82, measureDate: NOW }],
    });
  });

  it('asks for everything that is missing, in the order of the screen', () => {
    const faults = faultsOf(formOf(undefined, QUESTIONS), QUESTIONS, NOW);
    expect(faults.map((fault) => fault.field)).toEqual([
      'height',
      'weight',
      ...QUESTIONS,
      'bloodPressures[0].systolic',
      'bloodPressures[0].diastolic',
      'bloodPressures[0].measureDate',
    ]);
    expect(faults[2]?.message).toBe('Please select the answers from radio buttons.');
    expect(faults.at(-1)?.message).toBe('Blood pressure measure date is required.');
  });

  it.each([
    ['0', 'height'],
    ['-170', 'height'],
    ['301', 'height'],
    ['1e9', 'height'],
    ['1.7', 'height'],
    ['5.11', 'height'],
    ['tall', 'height'],
  ])('refuses the height %s', (height, field) => {
    expect(fields(filled({ height }))).toEqual([field]);
  });

  it.each([
    ['49', '80', 'systolic'],
    ['401', '80', 'systolic'],
    ['120.5', '80', 'systolic'],
    ['120', '19', 'diastolic'],
    ['120', '301', 'diastolic'],
    ['60', '250', 'diastolic'],
    ['90', '90', 'diastolic'],
  ])('refuses %s over %s', (systolic, diastolic, name) => {
    const readings = [{ key: 1, systolic, diastolic, measured: NOW }];
    expect(fields(filled({ readings }))).toEqual([`bloodPressures[0].${name}`]);
  });

  it('takes the limits themselves', () => {
    for (const [systolic, diastolic] of [
      ['50', '20'],
      ['400', '300'],
    ] as const)
      expect(fields(filled({ readings: [{ key: 1, systolic, diastolic, measured: NOW }] }))).toEqual([]);
  });

  it('refuses a time after now on the clinic’s clock', () => {
    const readings = [{ key: 1, systolic: '120', diastolic: '80', measured: '2025-11-20T18:13' }];
    expect(fields(filled({ readings }))).toEqual(['bloodPressures[0].measureDate']);
  });

  it('has one to three readings', () => {
    const three = withReading(withReading(withReading(filled())));
    expect(three.readings.map((one) => one.key)).toEqual([1, 2, 3]);
    const two = withoutReading(three, 2);
    expect(two.readings.map((one) => one.key)).toEqual([1, 3]);
    expect(withoutReading(withoutReading(two, 1), 3).readings).toHaveLength(1);
  });

  it('begins with the newest answers', () => {
    const info: SleepInfo = {
      _id: 'i',
      person: 'p',
      height: 171.5,
      weight: 88,
      gainWeight: true,
      depression: false,
      diabetes: false,
      heartDisease: false,
      atrialFibrillation: false,
      cognitionDeteriorating: false,
      snore: false,
      asleepBreathPause: false,
      asleepChoke: false,
      bloodPressureMedication: false,
      bloodPressures: [{ _id: 'b', systolic: 128, diastolic: 82, measureDate: '2025-11-21T02:12:00Z' }],
      createdAt: '2025-11-21T03:00:00Z',
    };
    const form = formOf(info, QUESTIONS);
    expect(form.readings[0]?.measured).toBe(NOW);
    expect(form.answers['gainWeight']).toBe(true);
    expect(fields(form)).toEqual([]);
  });
});
