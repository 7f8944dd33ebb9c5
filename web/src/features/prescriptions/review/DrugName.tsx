// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A drug as the reviewer reads it: name and strength kept together, form and
 * route below. Strength and unit never wrap apart and are never cut.
 */
import type { MedicationView } from '../../../api/generated/schema';
import { Dose } from '../../../ui/Dose';
import { formLine, nameAndDose } from './lines';
import styles from './review.module.css';

type Drug = Pick<MedicationView, 'name' | 'ingredients' | 'administrations' | 'formulations'> & {
  container?: string | null;
};

export function DrugName({ drug, id }: { drug: Drug; id?: string }) {
  const [name, beside] = nameAndDose(drug);
  return (
    <>
      <p className={styles.drug} id={id}>
        {name}
        {beside !== '' && (
          <>
            {' '}
            <Dose>{beside}</Dose>
          </>
        )}
      </p>
      <p className={styles.form}>{formLine(drug)}</p>
    </>
  );
}
