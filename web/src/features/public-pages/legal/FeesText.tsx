// SPDX-License-Identifier: AGPL-3.0-or-later

// The fee schedule as a text of the law: what is paid, and what is not given back. The amounts are
// those of the rule in force, which the server charges by.
import { FeeTable } from '../prices/FeeTable';
import { OtherFees } from '../prices/OtherFees';
import { useSite, When } from '../site';
import { Part, PolicyLink } from './text';

export function FeesText() {
  const { product } = useSite();
  return (
    <>
      <p>
        {product} is a private service. Its fees are not covered by the provincial health card. All amounts
        are in Canadian dollars (CAD), for one request.
      </p>
      <When setting="free">
        <p>
          <strong>There is currently no fee.</strong> The amounts below apply at other times.
        </p>
      </When>
      <FeeTable caption="Fees of one request" />
      <p>
        We treat your card as valid while the province confirms it or while verification is pending. Prices
        can change; the fee of a request is shown before you pay.
      </p>
      <Part title="Other services">
        <OtherFees />
      </Part>
      <Part title="Refunds">
        <p>
          Fees are non-refundable. What falls on medications that a doctor refuses is returned to the card or
          wallet you paid with. There is no refund if you cancel. See the{' '}
          <PolicyLink policy="terms">Terms of Use</PolicyLink>.
        </p>
      </Part>
    </>
  );
}
