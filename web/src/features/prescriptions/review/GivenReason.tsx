// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * What was given as the reason of a decision, on a decided line, and the way to give one or another. An
 * approval without one says nothing here: the way to add it is beside the decision, where it makes the line no
 * taller, because what lies below would move with every key.
 */
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
  if (status === null || !saysReason(line)) return null;
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
      {onGive && <GiveReason line={line} onGive={onGive} />}
    </p>
  );
}

/** Whether a decided line has words on its reason: one that was given, or that the patient does not see any. */
export const saysReason = ({ reason, status }: Pick<MedicationView, 'reason' | 'status'>) =>
  Boolean(reason) || status === 'Rejected';

/** The way to give a decided line a reason, or another one. */
export function GiveReason({ line, onGive }: { line: MedicationView; onGive: () => void }) {
  return (
    <button type="button" className={review.link} onClick={onGive}>
      {saysReason(line) ? (line.reason ? 'Change reason' : 'Add reason') : 'Reason'}
      <LabelSubject name={`for ${drugLabel(line)}`} />
    </button>
  );
}
