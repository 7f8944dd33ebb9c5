// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What is on record about somebody's allergies: some, none, or no answer. The
 * three are never shown alike, since silence would read as "none". Pure.
 */
import type { MedicalInfo } from '../../api/generated/schema';
import { isBlank } from '../../ui/forms/blank';

/** The part of a record that answers. */
export type AllergyRecord = Pick<MedicalInfo, 'AllergyToMedication' | 'otherAllergy' | 'NoAllergy'>;

export type AllergyAnswer =
  | { readonly kind: 'some'; readonly names: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unrecorded' };

/** The answer of a record; without a record there is none. */
export function allergyAnswer(record: AllergyRecord | null | undefined): AllergyAnswer {
  if (!record) return { kind: 'unrecorded' };
  const typed = (record.otherAllergy ?? []).map((one) => one.name);
  const names = [...record.AllergyToMedication, ...typed].filter((name) => !isBlank(name));
  // An allergy that is named counts, whatever else was ticked beside it.
  if (names.length > 0) return { kind: 'some', names };
  return record.NoAllergy ? { kind: 'none' } : { kind: 'unrecorded' };
}

/** The answer in words. */
export function allergyText(answer: AllergyAnswer): string {
  if (answer.kind === 'some') return answer.names.join(', ');
  return answer.kind === 'none' ? 'No known allergies' : 'Not recorded';
}
