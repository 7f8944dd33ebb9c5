// SPDX-License-Identifier: AGPL-3.0-or-later

/** A small bar in a row of a table; the number is written beside it. */
import css from './charts.module.css';
import { percent } from './Plot';

interface ShareBarProps {
  /** 0 to 1; nothing is drawn for what is not told. */
  readonly share: number | null;
  /** On a track of the whole length. */
  readonly track?: boolean;
  readonly warns?: boolean;
}

export function ShareBar({ share, track = false, warns = false }: ShareBarProps) {
  return (
    <span
      className={css['share']}
      data-track={track || undefined}
      data-warns={warns || undefined}
      aria-hidden="true"
    >
      {share !== null && share > 0 && <span data-ink style={{ width: percent(share) }} />}
    </span>
  );
}
