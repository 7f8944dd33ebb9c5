// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The foot of the review on a phone: what is undecided and the way to the next of it, and once all is decided
 * the way to the prescription.
 */
import { Button } from '@mantine/core';
import { IconArrowDown, IconFileText } from '@tabler/icons-react';

import type { PrescriptionView } from '../../../api/generated/schema';
import { isOpenForChanges, mayOpenPrescription, tallySentence } from './lines';
import { nextUndecided, type Place } from './position';
import styles from './review.module.css';

type Props = {
  prescriptions: readonly PrescriptionView[];
  at: Place | null;
  onLine: (to: Place) => void;
  onPrescription: (prescription: PrescriptionView) => void;
};

export function ReviewFoot({ prescriptions, at, onLine, onPrescription }: Props) {
  const open = prescriptions.filter(isOpenForChanges);
  const places = open.flatMap((one) =>
    one.medications.map(({ _id, status }) => ({ prescription: one._id, line: _id, status })),
  );
  const undecided = places.filter(({ status }) => status === null);
  const [first] = undecided;
  const ready = open.find(mayOpenPrescription);
  if (!first && !ready) return null;
  return (
    <div className={styles.foot} data-no-print>
      <p>
        {first ? `${undecided.length} of ${places.length} undecided.` : ready && `${tallySentence(ready)}.`}
      </p>
      {first ? (
        <Button
          leftSection={<IconArrowDown size={18} aria-hidden="true" />}
          onClick={() => {
            onLine(at ? nextUndecided(open, at) : first);
          }}
        >
          Next undecided
        </Button>
      ) : (
        ready && (
          <Button
            leftSection={<IconFileText size={18} aria-hidden="true" />}
            onClick={() => {
              onPrescription(ready);
            }}
          >
            {`Prescription ${ready.label}`}
          </Button>
        )
      )}
    </div>
  );
}
