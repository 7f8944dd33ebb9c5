// SPDX-License-Identifier: AGPL-3.0-or-later

// One request, with the search in which its patient finds another pharmacy.
import { PharmacySearch } from '../../features/pharmacies/PharmacySearch';
import { PrescriptionPage } from '../../features/prescriptions/PrescriptionPage';

export function RequestDetailPage() {
  return (
    <PrescriptionPage
      pharmacySearch={({ onChoose }) => (
        <PharmacySearch id="pharmacy" label="Search for a pharmacy" onChoose={onChoose} />
      )}
    />
  );
}
