// SPDX-License-Identifier: AGPL-3.0-or-later

// Adding one medication to a request: find it by name, say which one is on the label, say how it is
// taken. The basket's rules decide whether it may join; this screen only shows their answer.
import { Button } from '@mantine/core';
import { IconPill } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DrugView, Options, RequestedMedication, Usage } from '../../api/generated/schema';
import { MedicationSearch } from '../../features/drugs/MedicationSearch';
import { StrengthChoice } from '../../features/drugs/StrengthChoice';
import type { Addition } from '../../features/prescriptions/addition';
import { emptyUsage } from '../../features/prescriptions/usage';
import { UsageEditor } from '../../features/prescriptions/UsageEditor';
import { drugName } from '../../ui/drugName';
import { useNextFocus } from '../../ui/forms/useNextFocus';
import css from './request.module.css';

/** Of the search, where the next medication is looked for. */
export const SEARCH_ID = 'medication-search';

interface AddMedicationProps {
  readonly options: Options;
  readonly unlimited: boolean;
  /** Why nothing more can be added; null while something can. */
  readonly limit: string | null;
  /** What is being added; kept by the caller, so that a reload does not lose it. */
  readonly addition: Addition | null;
  readonly onAddition: (addition: Addition | null) => void;
  /** Answers whether the line was taken; when not, the editor stays as it is. */
  readonly onAdd: (medication: RequestedMedication) => Promise<boolean>;
  /** Asked before the usage form is shown, so that nothing is filled in for nothing. */
  readonly onChosen: (name: string) => boolean;
}

export function AddMedication({
  options,
  unlimited,
  limit,
  addition,
  onAddition,
  onAdd,
  onChosen,
}: AddMedicationProps) {
  const [isChosenNow, setChosenNow] = useState(false);
  const goOn = useNextFocus(addition === null);
  const leave = () => {
    goOn(() => document.getElementById(SEARCH_ID));
    onAddition(null);
  };
  if (addition === null) {
    return (
      <MedicationSearch
        id={SEARCH_ID}
        label="Add another medication"
        hint={limit ?? hintOf(unlimited)}
        onChoose={(name, preselected) => {
          if (!onChosen(name)) return;
          setChosenNow(true);
          onAddition({ name, drugId: preselected, usage: emptyUsage() });
        }}
      />
    );
  }
  return (
    <ChosenMedication
      key={addition.name}
      addition={addition}
      isChosenNow={isChosenNow}
      options={options}
      onChange={onAddition}
      onAdd={async (medication) => {
        if (await onAdd(medication)) leave();
      }}
      onLeave={leave}
    />
  );
}

function hintOf(unlimited: boolean): string {
  return `Type 3 or more letters of the name on your label.${unlimited ? '' : ' At most 5 medications per day.'}`;
}

interface ChosenProps {
  readonly addition: Addition;
  /** By the person, who is led to it; not by a reload. */
  readonly isChosenNow: boolean;
  readonly options: Options;
  readonly onChange: (addition: Addition) => void;
  readonly onAdd: (medication: RequestedMedication) => Promise<void>;
  readonly onLeave: () => void;
}

function ChosenMedication({ addition, isChosenNow, options, onChange, onAdd, onLeave }: ChosenProps) {
  const { name, drugId, usage } = addition;
  const [drug, setDrug] = useState<DrugView | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isChosenNow) heading.current?.focus();
  }, [isChosenNow]);
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
        <StrengthChoice
          name={name}
          preselected={drugId}
          value={drug}
          onChange={(chosen) => {
            setDrug(chosen);
            if (chosen._id !== drugId) onChange({ ...addition, drugId: chosen._id });
          }}
        />
        <hr className={css['rule']} />
        <UsageEditor
          idPrefix="new"
          action="Add"
          start={usage}
          options={options}
          formulation={drug?.formulations[0]}
          drug={drug ?? undefined}
          blocked={drug === null ? 'Choose the strength shown on your label.' : null}
          onTyped={(typed) => onChange({ ...addition, usage: typed })}
          onDone={(done) => {
            if (drug) void onAdd(lineOf(drug, done));
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
