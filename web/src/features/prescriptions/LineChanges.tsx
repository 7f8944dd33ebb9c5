// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * How a line is taken, with what a doctor changed and who did it. The full
 * history is the staff's review.
 */
import type { MedicationView } from '../../api/generated/schema';
import css from './detail.module.css';
import { nameOf } from './timeline';
import { UsageChange } from './UsageChange';
import { isChanged, lastUsage } from './usage';

export function LineChanges({ medication }: { medication: MedicationView }) {
  const before = medication.usages[0];
  const after = lastUsage(medication.usages);
  if (!before || !after) return null;
  const by = medication.changes.toReversed().find((change) => change.kind !== 'requested')?.by;
  return (
    <div className={css.usage}>
      <UsageChange before={before} after={after} />
      {isChanged(before, after) && by ? <div>Changed by {nameOf(by)}</div> : null}
    </div>
  );
}
