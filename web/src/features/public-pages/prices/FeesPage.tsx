// SPDX-License-Identifier: AGPL-3.0-or-later

// /fees: the same rule in the words of a first and of each subsequent prescription, with the note that
// prices can change (specification section 9).
import { paths } from '../../../ui/links/paths';
import { Article } from '../frame/Article';
import { Action } from '../links';
import { formatDollars, useSite, When } from '../site';
import classes from './prices.module.css';

export function FeesPage() {
  const { fees, registrationUrl } = useSite();
  const first = fees.withCard[0] ?? 0;
  const without = fees.withoutCard[0] ?? 0;
  const subsequent = formatDollars(fees.additional);
  return (
    <Article title="Fees" lead="What you pay per request, for one or more prescriptions.">
      <When setting="free">
        <p>
          <strong>There is currently no fee.</strong> The amounts below apply at other times.
        </p>
      </When>
      <When setting="feeRule" is={['first-and-subsequent']}>
        <ul className={classes['first']}>
          <li>
            First prescription <strong>{formatDollars(first)}</strong>
          </li>
          <li>
            Subsequent prescriptions <strong>{`${subsequent} each`}</strong>
          </li>
        </ul>
      </When>
      <When setting="feeRule" is={['first-and-subsequent']} not>
        <h2>With a valid BC Services Card</h2>
        <ul className={classes['first']}>
          <li>
            First prescription <strong>{formatDollars(first)}</strong>
          </li>
          <li>
            Subsequent prescriptions <strong>{`${subsequent} each`}</strong>
          </li>
        </ul>
        <h2>Without a valid card</h2>
      </When>
      <When setting="feeRule" is={['schedule', 'private-pay-flat']}>
        <ul className={classes['first']}>
          <li>
            First prescription <strong>{formatDollars(without)}</strong>
          </li>
          <li>
            Subsequent prescriptions <strong>{`${subsequent} each`}</strong>
          </li>
        </ul>
      </When>
      <When setting="feeRule" is={['private-pay-flat']}>
        <h2>Private pay</h2>
        <ul className={classes['first']}>
          <li>
            Each request of 1 to 3 prescriptions <strong>{formatDollars(fees.privatePay[0] ?? 0)}</strong>
          </li>
          <li>
            Subsequent prescriptions <strong>{`${subsequent} each`}</strong>
          </li>
        </ul>
      </When>
      <p>
        <strong>Prices can change.</strong> The fee of your request is calculated before you pay. You’ll be
        charged the amount shown on the button. All amounts are in Canadian dollars (CAD).
      </p>
      <p>
        The service is private and is not covered by the provincial health card. Fees are non-refundable; see
        the{' '}
        <a className="s-link" href={paths.price()}>
          full list of prices
        </a>
        .
      </p>
      <p>
        <Action href={registrationUrl ?? paths.registration()}>Create Account</Action>
      </p>
    </Article>
  );
}
