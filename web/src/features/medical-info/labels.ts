// SPDX-License-Identifier: AGPL-3.0-or-later

/** Words of what is kept with the medical information. */
import type { CurrentMedication, MedicalInfo } from '../../api/generated/schema';
import { saysStrength, strengthText } from '../../ui/strength';

/** "500 mg", or nothing when the name already says it or no strength is known. */
export function dosesOf(medication: CurrentMedication): string {
  const strengths = (medication.ingredients ?? []).map(strengthText).filter((text) => text !== '');
  return strengths.length > 0 && strengths.every((one) => saysStrength(medication.name, one))
    ? ''
    : strengths.join(' + ');
}

/** "Anxiety, Asthma, Raynaud syndrome"; "No" where there are none. */
export function conditionText(
  record: Pick<MedicalInfo, 'MedicalConditions' | 'otherMedicalConditions'>,
): string {
  const typed = (record.otherMedicalConditions ?? []).map(({ name }) => name);
  return [...record.MedicalConditions, ...typed].join(', ') || 'No';
}
