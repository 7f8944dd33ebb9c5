// SPDX-License-Identifier: AGPL-3.0-or-later

// The PharmaNet consent, in our own words. Its checkbox is offered at once (specification section 9).
import { useSite } from '../site';
import { PolicyLink } from './text';

export function PharmaNetText() {
  const { product } = useSite();
  return (
    <>
      <p>
        PharmaNet is the provincial record of every prescription dispensed by pharmacies in British Columbia.
        To decide safely about your request, a doctor of {product} may need to look at your PharmaNet record.
      </p>
      <p>
        With your consent our doctors look up your record with your Personal Health Number, only while you are
        in their care and only as far as your care needs it. The province records every access, and you can
        ask who has viewed your record.
      </p>
      <p>You may withdraw this consent at any time. Without it we cannot renew your prescriptions.</p>
      <p>
        How we store this information is explained in the{' '}
        <PolicyLink policy="privacy">Privacy Policy</PolicyLink>; the rules of the service are in the{' '}
        <PolicyLink policy="terms">Terms of Use</PolicyLink>.
      </p>
    </>
  );
}
