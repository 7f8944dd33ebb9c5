// SPDX-License-Identifier: AGPL-3.0-or-later

/** How the patient was met for a prescription, and the way to record another encounter. */
import { IconPhoneCheck } from '@tabler/icons-react';

import type { PrescriptionView } from '../../../api/generated/schema';
import { formatDateTime, formatTime } from '../../../ui/format';
import { ENCOUNTER_LABELS } from './encounterLabels';
import { nameOf } from './lines';
import styles from './review.module.css';
import { LabelSubject } from './labels';

type Props = { prescription: PrescriptionView; onRecord: (() => void) | undefined };

export function Encounters({ prescription, onRecord }: Props) {
  const { encounters } = prescription;
  if (encounters.length === 0 && !onRecord) return null;
  return (
    <p className={styles.pharmacy}>
      <IconPhoneCheck size={16} aria-hidden="true" />
      <span>
        {encounters.length === 0
          ? 'No encounter recorded'
          : encounters
              .map(
                (one) =>
                  `${ENCOUNTER_LABELS[one.kind]}, ${formatDateTime(one.start)} to ${formatTime(one.end)}, ${nameOf(one.by)}`,
              )
              .join('; ')}
      </span>
      {onRecord && (
        <button type="button" className={styles.link} onClick={onRecord}>
          Record encounter
          <LabelSubject name={`on ${prescription.label}`} />
        </button>
      )}
    </p>
  );
}
