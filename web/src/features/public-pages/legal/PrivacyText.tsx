// SPDX-License-Identifier: AGPL-3.0-or-later

// The privacy policy, version 2.0 of March 3, 2022, in our own words and true to the specification's
// facts (section 9). A lawyer has not read it.
import { useSite } from '../site';
import { Part, PolicyLink } from './text';

export function PrivacyText() {
  const { product, clinicName, supportEmail } = useSite();
  return (
    <>
      <Part title="What this policy is about">
        <p>
          {product} is run with {clinicName}. This policy says what personal information we collect, why, who
          sees it and how long we keep it. It follows the Personal Information Protection Act of British
          Columbia. It is read together with the <PolicyLink policy="terms">Terms of Use</PolicyLink>.
        </p>
      </Part>
      <Part title="What we collect">
        <p>
          Your name, date of birth, address, phone numbers and email; your health card or passport; the
          medical information you give us; your requests, the messages between you and our doctors, and your
          payments. We also record when and from where your account is used.
        </p>
      </Part>
      <Part title="Why we collect it">
        <p>
          To know who you are, to let a doctor decide about your request, to send an approved prescription to
          the pharmacy you choose, to charge and refund fees, and to tell you what happens with your request.
        </p>
      </Part>
      <Part title="Who sees it">
        <p>
          The doctors and the office staff who work on your request, the pharmacy that receives your
          prescription, and the clinic that keeps your chart. When you ask for a sleep study, the sleep clinic
          you choose. Companies that send our text messages, emails and faxes, or take payments, receive only
          what that needs. Card numbers go to the card payment provider and never to us. We do not sell
          information, and we do not use it for advertising.
        </p>
        <p>
          Doctors look up your dispensed medications only with your{' '}
          <PolicyLink policy="pharmanet">PharmaNet Consent</PolicyLink>.
        </p>
      </Part>
      <Part title="Every access is logged">
        <p>
          Each time a member of staff opens your record, we record who and when. These records can’t be
          changed.
        </p>
      </Part>
      <Part title="How long we keep it">
        <p>
          Health information is kept for a minimum of 16 years, as the law on medical records requires. No
          request, ours or yours, shortens that time. After that, the information is securely destroyed.
        </p>
      </Part>
      <Part title="How we protect it">
        <p>
          Signing in takes a password and a code sent to your cell phone. Without activity you are signed out
          after a few minutes. Emails and text messages carry links and codes, never health information. The
          pages you are reading set no cookies and carry no advertising or tracking.
        </p>
      </Part>
      <Part title="Your rights">
        <p>
          You may see the information we hold about you, ask us to correct it, and withdraw a consent for the
          future. Write to {supportEmail}. If our answer does not satisfy you, you may turn to the Office of
          the Information and Privacy Commissioner for British Columbia.
        </p>
      </Part>
    </>
  );
}
