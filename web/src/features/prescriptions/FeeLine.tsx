// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The fee of a request, in one line; the amount always comes from the server.
 */
import type { FeeView } from '../../api/generated/schema';
import { formatMoney } from '../../ui/format';
import css from './Basket.module.css';

export function FeeLine({ fee }: { fee: FeeView | undefined }) {
  if (!fee) return null;
  return (
    <div className={css.fee}>
      <span>{fee.withCard ? 'Fee, with BC Services Card' : 'Fee, without a valid BC Services Card'}</span>
      <span className={css.amount}>{formatMoney(fee.amount)}</span>
    </div>
  );
}
