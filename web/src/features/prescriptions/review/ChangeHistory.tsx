// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Every version of one line, newest first, inside its row: the value before
 * struck through, the value after in berry, who changed it and when.
 */
import type { MedicationView } from '../../../api/generated/schema';
import { formatDateTime } from '../../../ui/format';
import { historyRows } from './history';
import { drugLabel } from './lines';
import styles from './review.module.css';
import { DecisionHistory } from './SafetyMarks';

export function ChangeHistory({ line }: { line: MedicationView }) {
  const rows = historyRows(line);
  const count = line.changes.length;
  return (
    <section className={styles.history} aria-label={`Change history of ${drugLabel(line)}`}>
      <div className={styles.historyHead}>
        <strong>Change history</strong>
        <span className={styles.meta}>{count === 1 ? '1 version' : `${count} versions`}</span>
      </div>
      <ol className={styles.historyRows}>
        {rows.map((row) => (
          <li key={row.key}>
            <span className={styles.meta}>{row.version}</span>
            <span>{row.label}</span>
            <span>
              <Replaced from={row.from} to={row.to} />
            </span>
            <span className={styles.meta}>{row.by}</span>
            <time className={styles.meta} dateTime={row.at}>
              {formatDateTime(row.at)}
            </time>
          </li>
        ))}
      </ol>
      <DecisionHistory line={line} />
    </section>
  );
}

/** A value and what replaced it; says so in words for readers. */
export function Replaced({ from, to }: { from: string; to: string | null }) {
  if (from === '' || to === null) return <>{to ?? from}</>;
  return (
    <span className={styles.replaced}>
      <span className={styles.hidden}>was </span>
      <del>{from}</del> <span className={styles.hidden}>now </span>
      <ins className={styles.newValue}>{to === '' ? 'None' : to}</ins>
    </span>
  );
}
