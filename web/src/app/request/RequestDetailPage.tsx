// SPDX-License-Identifier: AGPL-3.0-or-later

// One request, with the search in which its patient finds another pharmacy, and the return of its fee.
import type { PrescriptionView } from '../../api/generated/schema';
import { ReturnFee } from '../../features/payments/ReturnFee';
import { PharmacySearch } from '../../features/pharmacies/PharmacySearch';
import type { PharmacySlot } from '../../features/prescriptions/NamePharmacy';
import { PrescriptionPage } from '../../features/prescriptions/PrescriptionPage';

const search: PharmacySlot = ({ onChoose }) => (
  <PharmacySearch id="pharmacy" label="Search for a pharmacy" onChoose={onChoose} />
);

export function RequestDetailPage() {
  return <PrescriptionPage pharmacySearch={search} returnFee={returnFee} />;
}

function returnFee({ label, returnable, payment }: PrescriptionView) {
  return <ReturnFee label={label} amount={returnable} chargeId={payment?.chargeId ?? null} />;
}
