/** Words of a current medication that is kept with the medical information. */
import type { CurrentMedication } from '../../api/types';

/** "500 mg", or nothing when the name already says it or no strength is known. */
export function dosesOf(medication: CurrentMedication): string {
  const dose = (medication.ingredients ?? [])
    .map((one) => [one.strength, unitWord(one.strength_unit)].filter(Boolean).join(' '))
    .filter((word) => word !== '')
    .join(' / ');
  const spaceless = (text: string) => text.toLowerCase().replace(/\s+/g, '');
  return spaceless(medication.name).includes(spaceless(dose)) ? '' : dose;
}

/** The register writes units in capitals; only plain units are written small. */
function unitWord(unit: string): string {
  if (/^(MG|MCG|G|KG|UNIT|UNITS)$/.test(unit)) return unit.toLowerCase();
  return unit === 'ML' ? 'mL' : unit;
}
