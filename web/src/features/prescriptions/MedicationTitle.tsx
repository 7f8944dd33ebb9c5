// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A medication's name with its dose held together.
 */
import type { RequestedMedication } from '../../api/generated/schema';
import { Dose } from '../../ui/Dose';
import { medicationTitle } from './medicationText';

export function MedicationTitle({
  medication,
}: {
  medication: Pick<RequestedMedication, 'name' | 'ingredients' | 'formulations'>;
}) {
  const { name, dose, form } = medicationTitle(medication);
  return (
    <>
      {name}
      {dose === null ? null : (
        <>
          {' '}
          <Dose>{dose}</Dose>
        </>
      )}
      {form === null ? null : ` ${form}`}
    </>
  );
}
