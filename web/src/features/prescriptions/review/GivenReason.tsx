// SPDX-License-Identifier: AGPL-3.0-or-later

/** What was given as the reason of a decision, on a decided line, and the way to give one or another. */
import type { MedicationView } from '../../../api/generated/schema';
import { drugLabel } from './lines';
import styles from './reason.module.css';
import review from './review.module.css';
import { LabelSubject } from './labels';

type Props = {
  line: MedicationView;
  /** Absent where nothing may be changed. */
  onGive: (() => void) | undefined;
};

export function GivenReason({ line, onGive }: Props) {
  const { reason, status } = line;
  if (status === null || (!reason && !onGive)) return null;
  return (
    <p className={styles.given}>
      {reason?.label && (
        <>
          {status === 'Rejected' ? 'Why: ' : 'Patient note: '}
          {reason.label}.{' '}
        </>
      )}
      {reason?.text && `For the record: ${reason.text} `}
      {status === 'Rejected' && !reason?.sentence && 'The patient does not see why. '}
      {onGive && (
        <button type="button" className={review.link} onClick={onGive}>
          {reason ? 'Change reason' : 'Add reason'}
          <LabelSubject name={`of ${drugLabel(line)}`} />
        </button>
      )}
    </p>
  );
}
