// SPDX-License-Identifier: AGPL-3.0-or-later

// Where a request goes: the pharmacy of its draft, to change, under what is wrong with it.
import type { PharmacyView } from '../../api/generated/schema';
import { PharmacyPicker } from '../../features/pharmacies/PharmacyPicker';
import type { RequestDraftState } from '../../features/prescriptions/useRequestDraft';
import type { Faults } from '../../ui/forms/faults';

interface RequestPharmacyProps {
  /** The draft's, or where it goes unless the draft says otherwise. */
  readonly pharmacy: PharmacyView | null;
  readonly draft: RequestDraftState;
  readonly faults: Faults;
}

export function RequestPharmacy({ pharmacy, draft, faults }: RequestPharmacyProps) {
  const fault = faults.error('pharmacy');
  return (
    <>
      {fault ? <p className="s-field-error">{fault}</p> : null}
      <PharmacyPicker
        id="pharmacy"
        label="Pharmacy"
        value={pharmacy}
        onChange={(chosen) => {
          faults.clear('pharmacy');
          draft.change({ pharmacy: chosen });
        }}
      />
    </>
  );
}
