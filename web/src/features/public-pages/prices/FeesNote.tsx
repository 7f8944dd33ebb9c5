// SPDX-License-Identifier: AGPL-3.0-or-later

// The sentences that stand beside every price.
import { When } from '../site';

export function FeesNote() {
  return (
    <>
      <When setting="free">
        <p>
          <strong>There is currently no fee.</strong> The amounts below apply at other times.
        </p>
      </When>
      <p>
        A private service. Fees are not covered by the provincial health card, and are non-refundable. Prices
        can change. All amounts are in Canadian dollars (CAD).
      </p>
    </>
  );
}
