// SPDX-License-Identifier: AGPL-3.0-or-later

// What one request costs, by the rule in force, from the settings: the amounts shown are the amounts
// the server charges.
import { formatDollars, useSite, When } from '../site';
import classes from './prices.module.css';

/** The rule that sets private pay apart. */
const FLAT = ['private-pay-flat'] as const;

export function FeeTable({ caption }: { readonly caption: string }) {
  const { fees } = useSite();
  return (
    <table className={classes['fees']}>
      <caption className="s-visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Each request</th>
          <th scope="col">With a valid BC Services Card</th>
          <th scope="col">Without</th>
          <When setting="feeRule" is={FLAT}>
            <th scope="col">Private pay</th>
          </When>
        </tr>
      </thead>
      <tbody>
        {fees.withCard.map((amount, at) => (
          // The first row is of one prescription, the next of two.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <th scope="row">{at === 0 ? '1 prescription' : `${at + 1} prescriptions`}</th>
            <td>
              <strong>{formatDollars(amount)}</strong>
            </td>
            <td>{formatDollars(fees.withoutCard[at] ?? 0)}</td>
            <When setting="feeRule" is={FLAT}>
              <td>{formatDollars(fees.privatePay[at] ?? 0)}</td>
            </When>
          </tr>
        ))}
        <tr>
          <th scope="row">Each additional</th>
          <td>
            <strong>{formatDollars(fees.additional)}</strong>
          </td>
          <td>{formatDollars(fees.additional)}</td>
          <When setting="feeRule" is={FLAT}>
            <td>{formatDollars(fees.additional)}</td>
          </When>
        </tr>
      </tbody>
    </table>
  );
}
