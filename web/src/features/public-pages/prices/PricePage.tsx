// SPDX-License-Identifier: AGPL-3.0-or-later

// /price: what each request costs with a valid provincial card and without, and the other services.
import { paths } from '../../../ui/links/paths';
import { Article } from '../frame/Article';
import { When } from '../site';
import { FeesNote } from './FeesNote';
import { FeeTable } from './FeeTable';
import { OtherFees } from './OtherFees';
import classes from './prices.module.css';

export function PricePage() {
  return (
    <Article
      title="Pricing"
      lead="Prices with and without a valid provincial card. The full price of a request is shown before you pay."
      wide
    >
      <div className={classes['halves']}>
        <section>
          <h2>Prescriptions</h2>
          <FeesNote />
          <FeeTable caption="Fees of one request" />
          <When setting="feeRule" is={['private-pay-flat']}>
            <p>
              Private pay: one fee for each request of 1 to 3 prescriptions, and the additional fee for each
              one beyond.
            </p>
          </When>
        </section>
        <section>
          <h2>Other services</h2>
          <p>These are also private services. Each fee is per request.</p>
          <OtherFees />
        </section>
      </div>
      <h2>What counts as a valid card</h2>
      <p>
        We check your BC Services Card with the province when you send a request. While the check is pending
        you pay the lower price. Without a card, with a card that the province does not accept, or when you
        pay privately, the other price applies.
      </p>
      <h2>Refunds</h2>
      <p>
        Fees are non-refundable. If a doctor declines a medication, we refund that portion to your original
        payment method. There is no refund if you cancel a request yourself.
      </p>
      <p>
        <a className="s-link" href={paths.fees()}>
          Fee summary
        </a>
      </p>
    </Article>
  );
}
