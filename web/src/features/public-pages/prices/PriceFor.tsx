// SPDX-License-Identifier: AGPL-3.0-or-later

// What a request of so many medications costs, from the settings that the fee table reads. The table stands
// folded under it, for those who compare and for browsers without scripts.
import { useState } from 'react';
import { formatDollars, useSite, When } from '../site';
import { FeeTable } from './FeeTable';
import classes from './prices.module.css';

/** Two medications are what is asked for most. */
const USUAL = 2;

export function PriceFor() {
  const { fees } = useSite();
  const [count, setCount] = useState(USUAL);
  const at = count - 1;
  return (
    <div className={classes['priceFor']}>
      <fieldset>
        <legend>How many medications?</legend>
        <div>
          {fees.withCard.map((_, index) => (
            // The first is of one medication, the next of two.
            // oxlint-disable-next-line react/no-array-index-key
            <label key={index}>
              <input
                type="radio"
                name="medications"
                value={index + 1}
                checked={index === at}
                onChange={() => setCount(index + 1)}
              />
              <span>{index + 1}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <output className={classes['price']}>
        <span>
          <strong>{formatDollars(fees.withCard[at] ?? 0)}</strong> with a valid BC Services Card
        </span>
        <span>
          <strong>{formatDollars(fees.withoutCard[at] ?? 0)}</strong> without
        </span>
        <When setting="feeRule" is={['private-pay-flat']}>
          <span>
            <strong>{formatDollars(fees.privatePay[at] ?? 0)}</strong> private pay
          </span>
        </When>
      </output>
      <details>
        <summary>All amounts</summary>
        <FeeTable caption="What one request costs" />
      </details>
    </div>
  );
}
