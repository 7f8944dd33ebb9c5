// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What the judge of drugs says of a line: never prescribed here, a reason is
 * needed first, or the reason that a doctor gave (decision 157). Always icon and
 * words; red only where nobody may go on.
 */
import { IconAlertTriangle, IconBan, IconWritingSign } from '@tabler/icons-react';

import type { MedicationView } from '../../../api/generated/schema';
import { nameOf, reasonGiven, reasonLine } from './lines';
import styles from './review.module.css';

export function DrugRuleNote({ line }: { line: MedicationView }) {
  if (line.neverPrescribed !== null) {
    return (
      <p className={styles.missing}>
        <IconBan size={14} aria-hidden="true" /> {line.neverPrescribed}
      </p>
    );
  }
  if (line.needsReason !== null) {
    return (
      <p className={styles.crossedOut}>
        <IconAlertTriangle size={14} aria-hidden="true" /> {line.needsReason}
      </p>
    );
  }
  const given = reasonGiven(line);
  if (!given?.exception) return null;
  return (
    <p className={styles.earlier}>
      <IconWritingSign size={14} aria-hidden="true" />{' '}
      {`Of a crossed-out class; ${nameOf(given.by)} prescribes it: ${reasonLine(given.exception)}`}
    </p>
  );
}
