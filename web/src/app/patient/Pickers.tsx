// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The dialogs in which a doctor chooses another pharmacy or another drug. The
 * searches are those patients use; the review hands in what to do with a choice.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';

import type { DrugView, PharmacyView, PrescriptionView } from '../../api/generated/schema';
import { MedicationSearch } from '../../features/drugs/MedicationSearch';
import { StrengthChoice } from '../../features/drugs/StrengthChoice';
import type { PharmacySlot } from '../../features/fax/VoidDialog';
import { PharmacySearch } from '../../features/pharmacies/PharmacySearch';
import type { ChosenDrug } from '../../features/prescriptions/review/commands';
import { Dialog } from '../../ui/dialogs/Dialog';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ReasonedButton } from '../../ui/forms/ReasonedButton';
import styles from './patient.module.css';

type PharmacyProps = {
  prescription: PrescriptionView;
  /** Null takes the doctor's choice back. */
  onChoose: (pharmacy: PharmacyView | null) => void;
  onClose: () => void;
};

export function PharmacyDialog({ prescription, onChoose, onClose }: PharmacyProps) {
  const [chosen, setChosen] = useState<PharmacyView | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Pharmacy of ${prescription.label}`}
      size="md"
      footer={
        <>
          <CancelButton onCancel={onClose} />
          {prescription.drPharmacy && (
            <Button
              variant="default"
              onClick={() => {
                onChoose(null);
              }}
            >
              Use the patient’s pharmacy
            </Button>
          )}
          <ReasonedButton
            reason={chosen ? null : 'Choose a pharmacy first.'}
            onClick={() => {
              if (chosen) onChoose(chosen);
            }}
          >
            Save
          </ReasonedButton>
        </>
      }
    >
      <div className={styles.picker}>
        <p>
          Patient’s choice: {prescription.pharmacy.name}, {prescription.pharmacy.city}.
        </p>
        <PharmacySearch id="doctor-pharmacy" label="Search for a pharmacy" autoFocus onChoose={setChosen} />
        {chosen && (
          <p role="status">
            <strong>{chosen.name}</strong>, {[chosen.address, chosen.city].filter(Boolean).join(', ')}. Fax{' '}
            <PhoneNumber number={chosen.fax} />
          </p>
        )}
      </div>
    </Dialog>
  );
}

type DrugProps = { onChoose: (drug: ChosenDrug) => void; onCancel: () => void };

export function DrugDialog({ onChoose, onCancel }: DrugProps) {
  const [name, setName] = useState('');
  const [drug, setDrug] = useState<DrugView | null>(null);
  return (
    <Dialog
      opened
      onClose={onCancel}
      title="Change drug"
      size="lg"
      footer={
        <>
          <CancelButton onCancel={onCancel} />
          <ReasonedButton
            reason={drug ? null : 'Select a medication and strength first.'}
            onClick={() => {
              if (drug) onChoose(chosenDrug(drug));
            }}
          >
            Use this drug
          </ReasonedButton>
        </>
      }
    >
      <div className={styles.picker}>
        <MedicationSearch
          id="doctor-drug"
          label="Search for a medication"
          hint="By name, ingredient or DIN."
          autoFocus
          onChoose={(chosen) => {
            setName(chosen);
            setDrug(null);
          }}
        />
        {name !== '' && (
          <>
            <p role="status">
              <strong>{name}</strong>
            </p>
            <StrengthChoice key={name} name={name} value={drug} onChange={setDrug} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function chosenDrug(drug: DrugView): ChosenDrug {
  const { _id, name, administrations, formulations, ingredients } = drug;
  return { drugId: _id, name, administrations, formulations, ingredients };
}

/** The pharmacy of a copy that is issued anew. */
export function NewPharmacy(props: Parameters<PharmacySlot>[0]) {
  return <PharmacySearch id="new-pharmacy" label="Another pharmacy" {...props} />;
}

export const newPharmacy: PharmacySlot = (props) => <NewPharmacy {...props} />;
