// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * A usage beside what it was: old words struck, new ones in berry.
 */
import type { Usage } from '../../api/generated/schema';
import css from './detail.module.css';
import { usagePairs } from './usage';

export function UsageChange({ before, after }: { before: Usage; after: Usage }) {
  return usagePairs(before, after).map((pair, place) => (
    <span key={pair.index}>
      {place === 0 ? '' : ' · '}
      <Part old={pair.old} now={pair.now} />
    </span>
  ));
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
