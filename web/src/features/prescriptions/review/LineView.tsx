/**
 * The directions and the quantity to dispense of one line as they stand, with
 * what the doctor changed since the patient asked. Reading only; editing is
 * LineEditor.
 */
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';

import type { MedicationView } from '../../../api/types';
import { Dose } from '../../../ui/Dose';
import { date } from '../../../ui/format';
import { Replaced } from './ChangeHistory';
import { usageChanges } from './lines';
import styles from './review.module.css';

/** Unchanged parts on one line, each changed part below it. */
export function Directions({ line }: { line: MedicationView }) {
  const parts = usageChanges(line);
  const same = parts.filter((part) => part.now === null);
  const changed = parts.filter((part) => part.now !== null);
  return (
    <>
      <p className={styles.usage}>{same.map((part) => part.asked).join(' · ')}</p>
      {changed.length > 0 && (
        <p className={styles.usage}>
          {changed.map((part) => (
            <span key={part.field} className={styles.changedPart}>
              <Replaced from={part.asked === '' ? 'None' : part.asked} to={part.now} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** The total the pharmacy hands out (decision 139), or that it is still missing. */
export function Dispense({ line }: { line: MedicationView }) {
  const { computed, figures, words, unit, typed, needsTyping, note } = line.toDispense;
  const total = figures ?? computed;
  // What is not handed out needs no total.
  if (total === null && line.status === 'Rejected') return null;
  const missing = total === null && needsTyping;
  return (
    <p className={missing ? styles.missing : styles.dispense}>
      {missing ? (
        <>
          <IconAlertCircle size={14} aria-hidden="true" /> Type the quantity to dispense
        </>
      ) : (
        <>
          Dispense{' '}
          <strong>
            <Dose>{[total, unit].filter(Boolean).join(' ')}</Dose>
          </strong>
          {words ? ` (${words})` : ''}
          {typed ? ', typed by the doctor' : ''}
        </>
      )}
      {note && !typed ? <span className={styles.note}>{note}</span> : null}
    </p>
  );
}

/** The plain name match with the recorded allergies; never a safety claim. */
export function AllergyNote({ line }: { line: MedicationView }) {
  if (line.allergyMatch.length === 0) return null;
  return (
    <p className={styles.missing}>
      <IconAlertCircle size={14} aria-hidden="true" /> Allergy on file: {line.allergyMatch.join(', ')}
    </p>
  );
}

/** The same ingredient in another approved prescription, as a plain fact of our own records. */
export function EarlierNote({ line }: { line: MedicationView }) {
  return line.alreadyPrescribed.map((one) => (
    <p key={one.prescriptionId} className={styles.earlier}>
      <IconHistory size={14} aria-hidden="true" />{' '}
      {`Also approved: ${one.ingredient} in ${one.label}, ${date(one.approvedAt)}; its supply is reckoned to ${date(one.runsOutOn)}`}
    </p>
  ));
}
