// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The directions and the quantity to dispense of one line as they stand, with
 * what the doctor changed since the patient asked. Reading only; editing is
 * LineEditor.
 */
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';

import type { MedicationView } from '../../../api/generated/schema';
import { Dose } from '../../../ui/Dose';
import { formatDate } from '../../../ui/format';
import { Replaced } from './ChangeHistory';
import { WholeNumbers } from './labels';
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
  const { computed, figures, words, unit, typed, needsTyping, note, removed } = line.toDispense;
  const total = figures ?? computed;
  // What is not handed out needs no total.
  if (total === null && line.status === 'Rejected') return null;
  const missing = total === null && needsTyping;
  return (
    <p className={missing ? styles.missing : styles.dispense}>
      {missing ? (
        <>
          <IconAlertCircle size={14} aria-hidden="true" /> Enter quantity to dispense
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
      {removed ? <span className={styles.note}>{removed}</span> : null}
      {note && !typed ? <span className={styles.note}>{note}</span> : null}
    </p>
  );
}

/** What keeps a line that is not rejected from being approved and signed, in the server's words. */
export function CannotSign({ line }: { line: MedicationView }) {
  if (line.status === 'Rejected') return null;
  return line.cannotSign.map((fault) => (
    <p key={`${fault.field} ${fault.message}`} className={styles.missing}>
      <IconAlertCircle size={14} aria-hidden="true" /> {fault.message}
    </p>
  ));
}

/** The patient's words why it is needed again, and what stood against the line when they were given. */
export function AgainNote({ line }: { line: MedicationView }) {
  if (line.again === null) return null;
  const of = line.again.of.map((one) => {
    const day = one.runsOutOn === null ? '' : `, until about ${formatDate(one.runsOutOn)}`;
    return `${one.label} (${one.open ? 'not finished then' : 'supplied'}${day})`;
  });
  return (
    <p className={styles.earlier}>
      <IconHistory size={14} aria-hidden="true" />{' '}
      <WholeNumbers>{`Also requested in ${of.join(', ')}. Patient: “${line.again.words}”`}</WholeNumbers>
    </p>
  );
}
