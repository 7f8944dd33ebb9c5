// SPDX-License-Identifier: AGPL-3.0-or-later

// Adding one medication to a request: find it by name, say which one is on the label, say how it is
// taken. The basket's rules decide whether it may join; this screen only shows their answer.
import { Button } from '@mantine/core';
import { IconPill } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DrugView, Options, RequestedMedication, Usage } from '../../api/generated/schema';
import { MedicationSearch } from '../../features/drugs/MedicationSearch';
import { StrengthChoice } from '../../features/drugs/StrengthChoice';
import { UsageEditor } from '../../features/prescriptions/UsageEditor';
import { drugName } from '../../ui/drugName';
import css from './request.module.css';

interface AddMedicationProps {
  readonly options: Options;
  readonly unlimited: boolean;
  /** Answers whether the line was taken; when not, the editor stays as it is. */
  readonly onAdd: (medication: RequestedMedication) => Promise<boolean>;
  /** Asked before the usage form is shown, so that nothing is filled in for nothing. */
  readonly onChosen: (name: string) => boolean;
}

export function AddMedication({ options, unlimited, onAdd, onChosen }: AddMedicationProps) {
  const [chosen, setChosen] = useState<{ name: string; preselected: string | null } | null>(null);
  if (chosen === null) {
    return (
      <MedicationSearch
        id="medication-search"
        label="Add another medication"
        hint={`Type 3 or more letters of the name on your label.${unlimited ? '' : ' At most 5 medications per day.'}`}
        onChoose={(name, preselected) => {
          if (onChosen(name)) setChosen({ name, preselected });
        }}
      />
    );
  }
  return (
    <ChosenMedication
      key={chosen.name}
      name={chosen.name}
      preselected={chosen.preselected}
      options={options}
      onAdd={async (medication) => {
        if (await onAdd(medication)) setChosen(null);
      }}
      onLeave={() => setChosen(null)}
    />
  );
}

interface ChosenProps {
  readonly name: string;
  readonly preselected: string | null;
  readonly options: Options;
  readonly onAdd: (medication: RequestedMedication) => Promise<void>;
  readonly onLeave: () => void;
}

function ChosenMedication({ name, preselected, options, onAdd, onLeave }: ChosenProps) {
  const [drug, setDrug] = useState<DrugView | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css['card']} aria-labelledby="chosen-medication">
      <header className={css['cardHead']}>
        <IconPill size={22} aria-hidden="true" />
        <h2 id="chosen-medication" ref={heading} tabIndex={-1}>
          {drugName(name)}
        </h2>
        <Button variant="subtle" onClick={onLeave}>
          Choose a different one
        </Button>
      </header>
      <div className={css['cardBody']}>
        <StrengthChoice name={name} preselected={preselected} value={drug} onChange={setDrug} />
        <hr className={css['rule']} />
        <UsageEditor
          idPrefix="new"
          action="Add"
          options={options}
          formulation={drug?.formulations[0]}
          blocked={drug === null ? 'Choose the strength shown on your label.' : null}
          onDone={(usage) => {
            if (drug) void onAdd(lineOf(drug, usage));
          }}
          onCancel={onLeave}
        />
      </div>
    </section>
  );
}

function lineOf(drug: DrugView, usage: Usage): RequestedMedication {
  return {
    drugId: drug._id,
    name: drug.name,
    administrations: drug.administrations,
    formulations: drug.formulations,
    ingredients: drug.ingredients,
    usages: [usage],
  };
}
