// SPDX-License-Identifier: AGPL-3.0-or-later

// The dialogs on the way from the form to a created request; one at a time, as the step says.
import type { PersonView } from '../../api/generated/schema';
import { AgreementDialog } from '../../features/prescriptions/AgreementDialog';
import { LocationDialog } from '../../features/prescriptions/LocationDialog';
import { RequestedDialog } from '../../features/prescriptions/RequestedDialog';
import type { SendRequest } from '../../features/prescriptions/useSendRequest';
import { VerifyPhone } from '../../features/prescriptions/VerifyPhone';

interface SendDialogsProps {
  readonly person: PersonView;
  readonly statements: readonly string[];
  readonly send: SendRequest;
}

export function SendDialogs({ person, statements, send }: SendDialogsProps) {
  return (
    <>
      <AgreementDialog
        opened={send.step === 'agreement'}
        statements={statements}
        onClose={send.cancel}
        onConfirm={send.agree}
      />
      {send.step === 'phone' ? (
        <VerifyPhone
          personId={person._id}
          phoneNumber={person.PhoneNumber}
          onVerified={send.phoneVerified}
          onCancel={send.cancel}
        />
      ) : null}
      {send.step === 'location' ? (
        <LocationDialog onConfirm={send.locationConfirmed} onCancel={send.cancel} />
      ) : null}
      {send.step === 'done' && send.created ? <RequestedDialog prescription={send.created} /> : null}
    </>
  );
}
