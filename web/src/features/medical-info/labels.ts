// SPDX-License-Identifier: AGPL-3.0-or-later

/** Words of a current medication that is kept with the medical information. */
import type { CurrentMedication } from '../../api/generated/schema';
import { saysStrength, strengthsText } from '../../ui/strength';

/** "500 mg", or nothing when the name already says it or no strength is known. */
export function dosesOf(medication: CurrentMedication): string {
  const dose = strengthsText(medication.ingredients ?? []);
  return saysStrength(medication.name, dose) ? '' : dose;
}
