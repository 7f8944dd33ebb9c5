// SPDX-License-Identifier: AGPL-3.0-or-later

// The medications somebody takes now, with how: part of the medical information's form. Anything may be
// recorded, also what cannot be refilled here.
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { CurrentMedication, DrugView, Options, Usage } from '../../api/generated/schema';
import { MedicationSearch } from '../../features/drugs/MedicationSearch';
import { StrengthChoice } from '../../features/drugs/StrengthChoice';
import { dosesOf } from '../../features/medical-info/labels';
import { ALREADY_ADDED, isSameDrug } from '../../features/prescriptions/basket';
import { UsageEditor } from '../../features/prescriptions/UsageEditor';
import { Dose } from '../../ui/Dose';
import { drugName } from '../../ui/drugName';
import { Notice } from '../../ui/feedback/states';
import { usageText } from '../../ui/format';
import { rowAt, useNextFocus } from '../../ui/forms/useNextFocus';
import css from './medicalInfo.module.css';

interface CurrentMedicationsProps {
  readonly medications: readonly CurrentMedication[];
  readonly options: Options;
  readonly onChange: (medications: CurrentMedication[]) => void;
}

const SEARCH_ID = 'taken-search';

type Open = { kind: 'none' } | { kind: 'add' } | { kind: 'edit'; at: number };

export function CurrentMedications({ medications, options, onChange }: CurrentMedicationsProps) {
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const [warning, setWarning] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const goOn = useNextFocus(`${open.kind} ${medications.length}`);
  const addButton = () => box.current?.querySelector<HTMLElement>('[data-add]');
  const close = (next: () => HTMLElement | null | undefined) => {
    goOn(next);
    setOpen({ kind: 'none' });
  };
  const edited = open.kind === 'edit' ? medications[open.at] : undefined;

  function add(added: CurrentMedication) {
    if (medications.some((one) => isSameDrug(comparable(one), comparable(added)))) {
      setWarning(ALREADY_ADDED);
      return;
    }
    setWarning(null);
    onChange([...medications, added]);
    close(addButton);
  }

  return (
    <div ref={box} className={css['medications']} id="MedicationsCurrentlyTaken" tabIndex={-1}>
      {medications.length === 0 ? <p className={css['none']}>None yet.</p> : null}
      <ul className={css['lines']}>
        {medications.map((one, at) => (
          <Line
            key={`${one.drugId ?? ''} ${one.name} ${dosesOf(one)}`}
            medication={one}
            onEdit={() => setOpen({ kind: 'edit', at })}
            onRemove={() => {
              close(() => rowAt(box.current, '[data-remove]', at) ?? addButton());
              onChange(medications.filter((_, index) => index !== at));
            }}
          />
        ))}
      </ul>
      {edited && open.kind === 'edit' ? (
        <UsageEditor
          key={open.at}
          idPrefix={`taken-${open.at}`}
          action="Save"
          start={edited.usages[edited.usages.length - 1]}
          options={options}
          formulation={edited.formulations?.[0]}
          onDone={(usage) => {
            onChange(medications.map((one, at) => (at === open.at ? { ...one, usages: [usage] } : one)));
            close(() => rowAt(box.current, '[data-change]', open.at));
          }}
          onCancel={() => close(() => rowAt(box.current, '[data-change]', open.at))}
        />
      ) : null}
      {open.kind === 'add' ? (
        <AddTaken options={options} onAdd={add} onCancel={() => close(addButton)} />
      ) : (
        <Button
          data-add
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          className={css['addButton']}
          onClick={() => {
            goOn(() => document.getElementById(SEARCH_ID));
            setOpen({ kind: 'add' });
          }}
        >
          Add a medication
        </Button>
      )}
      {warning === null ? null : (
        <Notice kind="warning" live>
          {warning}
        </Notice>
      )}
    </div>
  );
}

function comparable(one: CurrentMedication) {
  return { name: one.name, ingredients: one.ingredients ?? [] };
}

interface LineProps {
  readonly medication: CurrentMedication;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Line({ medication, onEdit, onRemove }: LineProps) {
  const usage = medication.usages[medication.usages.length - 1];
  const dose = dosesOf(medication);
  const name = drugName(medication.name);
  return (
    <li className={css['line']}>
      <div>
        <div className={css['name']}>
          {name} <Dose>{dose}</Dose>
        </div>
        {usage ? <div className={css['usage']}>{usageText(usage)}</div> : null}
      </div>
      <div className={css['tools']}>
        <ActionIcon data-change color="gray" aria-label={`Change ${name} ${dose}`} onClick={onEdit}>
          <IconPencil size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon data-remove color="gray" aria-label={`Remove ${name} ${dose}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  );
}

type Chosen = { kind: 'listed'; name: string; preselected: string | null } | { kind: 'own'; name: string };

interface AddTakenProps {
  readonly options: Options;
  readonly onAdd: (medication: CurrentMedication) => void;
  readonly onCancel: () => void;
}

function AddTaken({ options, onAdd, onCancel }: AddTakenProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [drug, setDrug] = useState<DrugView | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (chosen !== null) heading.current?.focus();
  }, [chosen]);
  if (chosen === null) {
    return (
      <div className={css['add']}>
        <MedicationSearch
          id={SEARCH_ID}
          label="Medication"
          hint="Type 3 or more letters of the name on your label."
          autoFocus
          onChoose={(name, preselected) => setChosen({ kind: 'listed', name, preselected })}
          forRecord={{ onOwnWords: (name) => setChosen({ kind: 'own', name }) }}
        />
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={css['add']}>
      <h3 ref={heading} tabIndex={-1} className={css['chosen']}>
        {drugName(chosen.name)}
      </h3>
      {chosen.kind === 'listed' ? (
        <StrengthChoice
          name={chosen.name}
          preselected={chosen.preselected}
          value={drug}
          onChange={setDrug}
          forRecord
        />
      ) : null}
      <UsageEditor
        idPrefix="taken-new"
        of={chosen.name}
        action="Add"
        options={options}
        formulation={drug?.formulations[0]}
        blocked={
          chosen.kind === 'listed' && drug === null ? 'Choose the strength shown on your label.' : null
        }
        onDone={(usage) => onAdd(takenOf(chosen.name, drug, usage))}
        onCancel={onCancel}
      />
    </div>
  );
}

function takenOf(name: string, drug: DrugView | null, usage: Usage): CurrentMedication {
  if (drug === null) {
    return { name, drugId: null, ingredients: [], administrations: [], formulations: [], usages: [usage] };
  }
  return {
    name: drug.name,
    drugId: drug._id,
    ingredients: drug.ingredients,
    administrations: drug.administrations,
    formulations: drug.formulations,
    usages: [usage],
  };
}
