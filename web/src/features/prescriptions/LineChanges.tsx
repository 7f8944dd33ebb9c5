/**
 * How a line is taken, with what a doctor changed: old words struck, new ones in
 * berry, and who did it. The full history is the staff's review.
 */
import type { MedicationView } from '../../api/types';
import css from './detail.module.css';
import { lastUsage, usageWords } from './usage';

export function LineChanges({ medication }: { medication: MedicationView }) {
  const before = medication.usages[0];
  const after = lastUsage(medication.usages);
  if (!before || !after) return null;
  const old = usageWords(before);
  const now = usageWords(after);
  if (old.join() === now.join()) return <div className={css.usage}>{now.join(' · ')}</div>;
  const by = [...medication.changes].reverse().find((change) => change.kind !== 'requested')?.by;
  const kept = now.filter((word) => old.includes(word));
  const gone = old.filter((word) => !now.includes(word));
  const fresh = now.filter((word) => !old.includes(word));
  return (
    <div className={css.usage}>
      {kept.join(' · ')}
      {kept.length > 0 ? ' · ' : ''}
      {gone.length > 0 ? (
        <>
          <span className="s-visually-hidden">before: </span>
          <s>{gone.join(' · ')}</s>{' '}
        </>
      ) : null}
      {fresh.length > 0 ? (
        <>
          <span className="s-visually-hidden">now: </span>
          <b className={css.fresh}>{fresh.join(' · ')}</b>
        </>
      ) : null}
      {by ? <div>Changed by {by.name}</div> : null}
    </div>
  );
}
