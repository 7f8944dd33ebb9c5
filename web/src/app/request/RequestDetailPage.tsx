// SPDX-License-Identifier: AGPL-3.0-or-later

// One request, with the search in which its patient finds another pharmacy.
import { PharmacySearch } from '../../features/pharmacies/PharmacySearch';
import type { PharmacySlot } from '../../features/prescriptions/NamePharmacy';
import { PrescriptionPage } from '../../features/prescriptions/PrescriptionPage';

const search: PharmacySlot = ({ onChoose }) => (
  <PharmacySearch id="pharmacy" label="Search for a pharmacy" onChoose={onChoose} />
);

export function RequestDetailPage() {
  return <PrescriptionPage pharmacySearch={search} />;
}
