// The terms of use, version 2.0 of March 4, 2022, in our own words and true to the specification's
// facts (sections 1 and 9). A lawyer has not read it.
import { useSettings } from '../../../api/queries';

export function TermsText() {
  const { product, clinicName, hours, supportEmail } = useSettings();
  return (
    <>
      <h3>Who may use the service</h3>
      <p>
        You must be 19 or older, or a legally authorised representative of the patient, and physically located
        in British Columbia each time you use {product}. The name on your account must be your legal name.
      </p>
      <h3>What the service is</h3>
      <p>
        You ask for a renewal of medications you already take. A doctor working with {clinicName} reviews the
        request, may change or refuse it, and approved prescriptions are faxed to the pharmacy you choose. A
        review may take up to 24 hours. {hours}
      </p>
      <h3>What the service is not</h3>
      <p>
        It is not for emergencies: call 9-1-1 or go to the nearest emergency department. Controlled
        substances, opiates, benzodiazepines, stimulants and medications for infectious diseases are not
        renewed; antibiotics only exceptionally.
      </p>
      <h3>Your part</h3>
      <p>
        Give true and complete information, keep it up to date, tell us about allergies, and seek care
        promptly when a medication does not agree with you. Keep your password and your cell phone to
        yourself.
      </p>
      <h3>Fees</h3>
      <p>
        The service is private and is not covered by your provincial health card. The fee is shown before you
        pay. Payments are taken through a card payment provider or a wallet provider. Fees are non-refundable,
        except for the part that falls on medications a doctor refuses. The Fee Schedule lists them.
      </p>
      <h3>Limits</h3>
      <p>
        The physician may modify a request, and the maximum duration of a prescription is 3 months. We do not
        promise that a pharmacy has a medication in stock.
      </p>
      <h3>If we disagree</h3>
      <p>
        Write to {supportEmail} first. If we cannot settle it together, a mediator is asked, and both sides
        give mediation a 30-day period before going to court. The laws of British Columbia apply.
      </p>
      <h3>Changes</h3>
      <p>
        When these terms change we say so before you next use the service. The version and its date stand at
        the top.
      </p>
    </>
  );
}
