// SPDX-License-Identifier: AGPL-3.0-or-later

/** Slanted lines to fill a shape with, for what colour alone must not tell apart. */
import css from './charts.module.css';

export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className={css['hatch']} x1="0" x2="0" y1="0" y2="5" />
      </pattern>
    </defs>
  );
}
