// SPDX-License-Identifier: AGPL-3.0-or-later

/** What was paid of what was billed, in a row of a phone. */
import { formatMoney } from '../../ui/format';
import css from './billing.module.css';

interface Props {
  readonly billed: number | null;
  readonly paid: number | null;
}

export function Amounts({ billed, paid }: Props) {
  return (
    <span className={css['figure']}>
      {paid !== null && <strong>{formatMoney(paid)}</strong>}
      {billed !== null && <span className={css['told']}>{`of ${formatMoney(billed)}`}</span>}
    </span>
  );
}
