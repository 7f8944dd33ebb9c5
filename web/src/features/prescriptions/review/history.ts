// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The change history of one line as rows, newest first: what the value was,
 * what it became, who did it and when. The server keeps whole versions; this
 * turns neighbours into differences. It does not draw.
 */
import type { MedicationView } from '../../../api/generated/schema';
import { drugLabel, usageDifferences, usageLine, nameOf, reasonLine } from './lines';

/** One row of the history. `from` is empty for what the patient requested. */
type HistoryRow = {
  key: string;
  version: string;
  label: string;
  from: string;
  to: string;
  by: string;
  at: string;
};

export function historyRows(line: MedicationView): HistoryRow[] {
  const rows: HistoryRow[] = [];
  line.changes.forEach((change, index) => {
    const earlier = line.changes[index - 1];
    const newest = index > 0 && index === line.changes.length - 1;
    const about = { by: nameOf(change.by), at: change.at, version: newest ? 'Now' : `${index + 1}` };
    if (!earlier) {
      rows.push({
        ...about,
        key: `${index}`,
        label: 'Requested',
        from: '',
        to: change.usage ? usageLine(change.usage) : '',
      });
      return;
    }
    if (change.takenFrom !== null) {
      const to = `Taken over from ${nameOf(change.takenFrom)} to sign it`;
      rows.push({ ...about, key: `${index}-takeover`, label: 'Decision', from: '', to });
    }
    if (change.exception !== null) {
      const to = reasonLine(change.exception);
      rows.push({ ...about, key: `${index}-reason`, label: 'Reason', from: '', to });
    }
    if (drugLabel(earlier) !== drugLabel(change)) {
      rows.push({
        ...about,
        key: `${index}-drug`,
        label: 'Drug',
        from: drugLabel(earlier),
        to: drugLabel(change),
      });
    }
    if (!earlier.usage || !change.usage) return;
    if (change.totalRemoved !== null) {
      rows.push({ ...about, key: `${index}-total`, label: 'To dispense', from: '', to: change.totalRemoved });
    }
    if (change.supplyReason !== null && change.supplyReason !== earlier.supplyReason) {
      rows.push({
        ...about,
        key: `${index}-supply`,
        label: 'More than 12 months',
        from: '',
        to: change.supplyReason,
      });
    }
    for (const part of usageDifferences(earlier.usage, change.usage)) {
      rows.push({ ...about, key: `${index}-${part.label}`, ...part });
    }
  });
  return rows.toReversed();
}
