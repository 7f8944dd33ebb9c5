// SPDX-License-Identifier: AGPL-3.0-or-later

// One request, with the search in which its patient finds another pharmacy, and the return of its fee.
import { ReturnFee } from '../../features/payments/ReturnFee';
import { PharmacySearch } from '../../features/pharmacies/PharmacySearch';
import { PrescriptionPage } from '../../features/prescriptions/PrescriptionPage';

export function RequestDetailPage() {
  return (
    <PrescriptionPage
      pharmacySearch={({ onChoose }) => (
        <PharmacySearch id="pharmacy" label="Search for a pharmacy" onChoose={onChoose} />
      )}
      returnFee={({ label, returnable, payment }) => (
        <ReturnFee label={label} amount={returnable} chargeId={payment?.chargeId ?? null} />
      )}
    />
  );
}
