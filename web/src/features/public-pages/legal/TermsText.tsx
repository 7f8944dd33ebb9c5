// SPDX-License-Identifier: AGPL-3.0-or-later

// The terms of use in our own words and true to the specification's facts (sections 1 and 9): version
// 2.0 of March 4, 2022, or 1.1 of April 8, 2020, which was for B.C. alone, without uploads and without
// the mediation period. A lawyer has not read it.
import { useSite, When } from '../site';
import { Part, PolicyLink } from './text';

export function TermsText() {
  const { product, clinicName, hours, supportEmail } = useSite();
  return (
    <>
      <Part title="Who may use the service">
        <p>
          You must be 19 or older, or a legally authorized representative of the patient, and physically
          located in British Columbia each time you use {product}. The name on your account must be your legal
          name, as it appears on your government ID.
        </p>
        <When setting="termsOf2020">
          <p>
            Province: B.C. only. You need a health number of British Columbia, or you pay privately. No
            pictures of documents are uploaded.
          </p>
        </When>
      </Part>
      <Part title="What the service is">
        <p>
          You ask for a renewal of medications you already take. A doctor working with {clinicName} reviews
          the request, may change or refuse it, and approved prescriptions are faxed to the pharmacy you
          choose. A review may take up to 24 hours. {hours}
        </p>
      </Part>
      <Part title="What the service does not cover">
        <p>
          It is not for emergencies: call 9-1-1 or go to the nearest emergency department. Controlled
          substances, opiates, benzodiazepines, stimulants and medications for infectious diseases are not
          renewed; antibiotics only exceptionally.
        </p>
      </Part>
      <Part title="Your part">
        <p>
          Ask only for medications that you take regularly and for conditions that are stable. Give true and
          complete information, keep it up to date, tell us about allergies, and seek care promptly if you
          react badly to a medication. Keep your password private and your cell phone secure.
        </p>
      </Part>
      <Part title="Fees">
        <p>
          The service is private and is not covered by your provincial health card. The fee is shown before
          you pay. Payments are taken through a card payment provider or a wallet provider. Fees are
          non-refundable: you cannot ask for one back. If a doctor declines a medication, we refund that
          portion to your original payment method. The <PolicyLink policy="fees">Fee Schedule</PolicyLink>{' '}
          lists the fees.
        </p>
      </Part>
      <Part title="Limits">
        <p>
          The physician may modify a request, and the maximum duration of a prescription is 3 months for one
          fill. Whether there are refills is for the physician to decide: with them a prescription covers at
          most 12 months, unless the physician has a reason for more. A medication that is unfamiliar may be
          refused and the request cancelled. We do not promise that a pharmacy has a medication in stock.
        </p>
      </Part>
      <Part title="Your information">
        <p>
          What we keep about you, and for how long, is said in the{' '}
          <PolicyLink policy="privacy">Privacy Policy</PolicyLink> and in the{' '}
          <PolicyLink policy="pharmanet">PharmaNet Consent</PolicyLink>.
        </p>
      </Part>
      <Part title="Disputes">
        <When setting="termsOf2020" not>
          <p>
            Write to {supportEmail} first. If we cannot settle it together, we will ask a mediator, and both
            sides will allow 30 days for mediation before going to court. The laws of British Columbia apply.
          </p>
        </When>
        <When setting="termsOf2020">
          <p>Write to {supportEmail} first. The laws of British Columbia apply.</p>
        </When>
      </Part>
      <Part title="Changes">
        <p>
          When these terms change we say so before you next use the service. The version and its date are at
          the top.
        </p>
      </Part>
    </>
  );
}
