// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The sleep questionnaire as data: what was typed, what is missing, and what is sent.
 * Pure; the server checks the same again with the same texts, and reads the times as
 * the clinic's clock shows them.
 */
import type { SleepInfo, SleepQuestion } from '../../api/generated/schema';
import { clockInput } from '../../ui/format';

export interface ReadingForm {
  /** Tells the readings apart while they are added and removed. */
  readonly key: number;
  readonly systolic: string;
  readonly diastolic: string;
  /** As the clinic's clock shows it: 2026-11-20T18:12. */
  readonly measured: string;
}

export interface SleepForm {
  readonly height: string;
  readonly weight: string;
  readonly answers: Readonly<Record<string, boolean>>;
  readonly readings: readonly ReadingForm[];
}

export interface SleepInput {
  height: number | null;
  weight: number | null;
  bloodPressures: { systolic: number | null; diastolic: number | null; measureDate: string }[];
  [question: string]: unknown;
}

interface SleepFault {
  field: string;
  message: string;
}

export const MAX_READINGS = 3;

function emptyReading(key: number): ReadingForm {
  return { key, systolic: '', diastolic: '', measured: '' };
}

/** The form to begin with: the newest answers, or nothing. */
export function formOf(info: SleepInfo | undefined, questions: readonly string[]): SleepForm {
  if (!info) return { height: '', weight: '', answers: {}, readings: [emptyReading(1)] };
  const said = new Map<string, unknown>(Object.entries(info));
  return {
    height: String(info.height),
    weight: String(info.weight),
    answers: Object.fromEntries(questions.map((key) => [key, said.get(key) === true])),
    readings: info.bloodPressures.map((one, index) => ({
      key: index + 1,
      systolic: String(one.systolic),
      diastolic: String(one.diastolic),
      measured: clockInput(new Date(one.measureDate)),
    })),
  };
}

/** One more reading, while there are fewer than three. */
export function withReading(form: SleepForm): SleepForm {
  if (form.readings.length >= MAX_READINGS) return form;
  const last = Math.max(0, ...form.readings.map((one) => one.key));
  return { ...form, readings: [...form.readings, emptyReading(last + 1)] };
}

/** One reading less, while there is more than one. */
export function withoutReading(form: SleepForm, key: number): SleepForm {
  if (form.readings.length <= 1) return form;
  return { ...form, readings: form.readings.filter((one) => one.key !== key) };
}

/** A decimal number as people type it, or null. */
function decimalOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}

function wholeOf(text: string): number | null {
  const plain = text.trim();
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null;
}

const within = (value: number | null, least: number, most: number): boolean =>
  value !== null && value >= least && value <= most;

/** Below it a height was given in metres or feet. */
const LEAST_CM = 50;

const positive = (value: number | null, most: number): boolean =>
  value !== null && value > 0 && value <= most;

/** What is missing or wrong, in the order of the screen; `now` as the clinic's clock shows it. */
export function faultsOf(form: SleepForm, questions: readonly string[], now: string): SleepFault[] {
  const faults: SleepFault[] = [];
  const add = (field: string, message: string) => faults.push({ field, message });
  const height = decimalOf(form.height);
  if (!positive(height, 300))
    add('height', 'Please enter your height in centimetres, above 0 and at most 300.');
  else if (Number(height) < LEAST_CM)
    add('height', 'Please check your height. It is in centimetres: 1.7 m is 170.');
  if (!positive(decimalOf(form.weight), 700))
    add('weight', 'Please enter your weight in kilograms, above 0 and at most 700.');
  for (const key of questions)
    if (form.answers[key] === undefined) add(key, 'Please select the answers from radio buttons.');
  form.readings.forEach((one, index) => {
    const field = (name: string) => `bloodPressures[${index}].${name}`;
    if (!within(wholeOf(one.systolic), 50, 400))
      add(field('systolic'), 'Please enter a systolic pressure from 50 to 400.');
    if (!within(wholeOf(one.diastolic), 20, 300))
      add(field('diastolic'), 'Please enter a diastolic pressure from 20 to 300.');
    else if (within(wholeOf(one.systolic), 50, Math.min(400, Number(wholeOf(one.diastolic)))))
      add(field('diastolic'), 'Please check both pressures. The systolic one is the higher.');
    if (one.measured === '') add(field('measureDate'), 'Blood pressure measure date is required.');
    else if (one.measured > now)
      add(field('measureDate'), 'The blood pressure measure date is in the future.');
  });
  return faults;
}

/** What a field asks, where its message does not say so. */
export function nameOfField(field: string, questions: readonly SleepQuestion[]): string | undefined {
  const reading = /^bloodPressures\[(\d+)\]/.exec(field);
  if (reading) return `Reading ${Number(reading[1]) + 1}`;
  return questions.find(({ key }) => key === field)?.label;
}

/** What is sent to be kept. */
export function inputOf(form: SleepForm): SleepInput {
  return {
    height: decimalOf(form.height),
    weight: decimalOf(form.weight),
    ...form.answers,
    bloodPressures: form.readings.map((one) => ({
      systolic: wholeOf(one.systolic),
      diastolic: wholeOf(one.diastolic),
      measureDate: one.measured,
    })),
  };
}
