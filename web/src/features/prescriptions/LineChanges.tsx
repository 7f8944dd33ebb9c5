/**
 * How a line is taken, with what a doctor changed: old words struck, new ones in
 * berry, and who did it. The full history is the staff's review.
 */
import type { MedicationView } from '../../api/types';
import css from './detail.module.css';
import { nameOf } from './story';
import { lastUsage, usageParts } from './usage';

export function LineChanges({ medication }: { medication: MedicationView }) {
  const before = medication.usages[0];
  const after = lastUsage(medication.usages);
  if (!before || !after) return null;
  const old = usageParts(before);
  const pairs = usageParts(after)
    .map((now, index) => ({ now, old: old[index] ?? '', index }))
    .filter((pair) => pair.now !== '' || pair.old !== '');
  const isChanged = pairs.some((pair) => pair.now !== pair.old);
  const by = medication.changes.toReversed().find((change) => change.kind !== 'requested')?.by;
  return (
    <div className={css.usage}>
      {pairs.map((pair, place) => (
        <span key={pair.index}>
          {place === 0 ? '' : ' · '}
          <Part old={pair.old} now={pair.now} />
        </span>
      ))}
      {isChanged && by ? <div>Changed by {nameOf(by)}</div> : null}
    </div>
  );
}

function Part({ old, now }: { old: string; now: string }) {
  if (old === now) return now;
  return (
    <>
      {old === '' ? null : (
        <>
          <span className="s-visually-hidden">before: </span>
          <s>{old}</s>{' '}
        </>
      )}
      {now === '' ? null : (
        <>
          <span className="s-visually-hidden">now: </span>
          <b className={css.fresh}>{now}</b>
        </>
      )}
    </>
  );
}
