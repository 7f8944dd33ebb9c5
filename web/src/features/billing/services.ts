// SPDX-License-Identifier: AGPL-3.0-or-later

// The service codes of a visit by telephone or message, as the form lists them. The server checks the
// chosen one against the patient's age again.
interface Service {
  readonly code: string;
  readonly label: string;
  readonly youngest: number;
}

export const SERVICES: readonly Service[] = [
  { code: '13237', label: '13237 age 0-1', youngest: 0 },
  { code: '13437', label: '13437 age 2-49', youngest: 2 },
  { code: '13537', label: '13537 age 50-59', youngest: 50 },
  { code: '13637', label: '13637 age 60-69', youngest: 60 },
  { code: '13737', label: '13737 age 70-79', youngest: 70 },
  { code: '13837', label: '13837 age 80 and over', youngest: 80 },
];

/** The code for somebody of this age. */
export function serviceFor(age: number | undefined): string {
  if (age === undefined) return '';
  return SERVICES.findLast((service) => service.youngest <= age)?.code ?? '';
}

/** `age 50-59`, or nothing for another item of the plan. */
export function agesOf(code: string): string {
  return SERVICES.find((service) => service.code === code)?.label.slice(code.length + 1) ?? '';
}
