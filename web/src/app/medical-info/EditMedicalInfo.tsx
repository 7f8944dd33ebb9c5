// SPDX-License-Identifier: AGPL-3.0-or-later

// The form of the medical information with its parts from three features, its check and its save. Each
// save makes a new record; what was typed stays when it fails.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sameAsSent } from '../../api/failures';
import type { MedicalInfo, Options, PersonView } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { session, useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { saveMedicalInfo, savePreferredPharmacy } from '../../features/medical-info/commands';
import { MedicalForm } from '../../features/medical-info/MedicalForm';
import { MedicalInfoView } from '../../features/medical-info/MedicalInfoView';
import {
  asksPregnancy,
  formOf,
  type MergedForm,
  mergeForms,
  recordFaults,
  recordOf,
} from '../../features/medical-info/record';
import { mainDocument } from '../../features/people/patients';
import { PharmacyPicker } from '../../features/pharmacies/PharmacyPicker';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDate, formatHealthNumber, nameAndBirth } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { Page } from '../../ui/page/Page';
import { CurrentMedications } from './CurrentMedications';
import css from './medicalInfo.module.css';

interface EditMedicalInfoProps {
  readonly title: string;
  readonly person: PersonView;
  readonly before: MedicalInfo | undefined;
  readonly options: Options;
  readonly onCancel: () => void;
  /** Told whether this was the person's first record. */
  readonly onSaved: (isFirst: boolean) => void;
}

/** What is cleared beside a field when its answer changes. */
const RELATED: Readonly<Record<string, string>> = {
  MedicalConditions: 'otherMedicalConditions',
  Surgeries: 'otherSurgery',
  AllergyToMedication: 'otherAllergy',
};

export function EditMedicalInfo(props: EditMedicalInfoProps) {
  const { title, person, options, onCancel, onSaved } = props;
  // A live event may bring a newer record while one types; the form keeps to the one it began with.
  const [before, setBefore] = useState(props.before);
  const [merged, setMerged] = useState<MergedForm>();
  const queries = useQueryClient();
  // A doctor saves a patient's record; the server takes its pharmacy along.
  const own = useMe().Person._id === person._id;
  const begun = () => {
    const start = formOf(before, person.sex);
    return { ...start, pharmacy: start.pharmacy ?? person.preferredPharmacy };
  };
  const [form, setForm] = useState(begun);
  const faults = useFaults({
    typed: form,
    stored: begun(),
    keep: { name: `medical information ${person._id}`, restore: setForm },
  });
  const { busy, run } = useCommand();
  const save = () => {
    const record = { ...recordOf(form, before), _id: before?._id, Person: person._id };
    return run(
      async (key) => {
        await saveMedicalInfo(record, before === undefined, key).catch((failure: unknown) => {
          const newest = newestOf(failure);
          if (!newest || !sameAsSent(form, formOf(newest, person.sex))) throw failure;
        });
        // The record is kept either way; a preferred pharmacy that was not is tried with the next save.
        if (form.pharmacy && own) {
          await savePreferredPharmacy(person._id, form.pharmacy._id).catch(() =>
            toast.warn('Your preferred pharmacy couldn’t be saved.', 'ERROR_UPDATE_PHARMACY'),
          );
        }
        await refresh(queries, 'medicalinfo');
        toast.success('Medical information updated successfully.');
        onSaved(before === undefined);
      },
      (failure) => {
        const theirs = newestOf(failure);
        // Whether there is a record is known of the user.
        if (own) void session.changeFailed(failure);
        if (!theirs) return faults.fromError(failure);
        const found = mergeForms(formOf(before, person.sex), form, formOf(theirs, person.sex));
        faults.clear();
        setBefore(theirs);
        setForm(found.form);
        setMerged(found);
      },
      record,
    );
  };

  function submit() {
    const found = recordFaults(form);
    faults.set(found);
    if (found.length === 0) void save();
  }

  return (
    <Page
      title={title}
      lead={own ? undefined : <Whose person={person} />}
      printHead={own ? undefined : nameAndBirth(person)}
    >
      <form
        noValidate
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        {merged && before && <SavedMeanwhile merged={merged} theirs={before} />}
        <MedicalForm
          form={form}
          options={options}
          asksSex={person.sex === null || person.sex === ''}
          asksPregnancy={asksPregnancy(form.sex, person.DateOfBirth, new Date())}
          errorOf={faults.error}
          onChange={(next, field) => {
            setForm(next);
            faults.clear(field);
            const related = RELATED[field];
            if (related) faults.clear(related);
          }}
          medications={
            <CurrentMedications
              medications={form.medications}
              options={options}
              onChange={(medications) => {
                setForm({ ...form, medications });
                faults.clear('MedicationsCurrentlyTaken');
              }}
            />
          }
          pharmacy={
            <PharmacyPicker
              id="defaultPharmacy"
              label="Pharmacy"
              value={form.pharmacy}
              error={faults.error('defaultPharmacy')}
              onChange={(pharmacy) => {
                setForm({ ...form, pharmacy });
                faults.clear('defaultPharmacy');
              }}
            />
          }
        />
        <div className={css['buttons']}>
          <CancelButton onCancel={onCancel} />
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </div>
      </form>
    </Page>
  );
}

/** The newest record out of a refusal because ours was stale. */
function newestOf(failure: unknown): MedicalInfo | null {
  if (!(failure instanceof ApiError) || failure.code !== 'STALE_VERSION') return null;
  return (failure.current as MedicalInfo | undefined) ?? null;
}

/** Whose record is open, when it is not one's own: enough to tell two people of one name apart. */
function Whose({ person }: { readonly person: PersonView }) {
  const card = mainDocument(person);
  const facts = [
    person.DateOfBirth ? `born ${formatDate(person.DateOfBirth)}` : '',
    card ? `${card.Type} ${formatHealthNumber(card.DocumentNumber)}` : '',
  ].filter((fact) => fact !== '');
  return (
    <span className={css['whose']}>
      Record of <strong>{`${person.FirstName} ${person.LastName}`}</strong>
      {facts.length > 0 ? `, ${facts.join(', ')}` : ''}
    </span>
  );
}

/** What somebody else saved while this form was open. */
function SavedMeanwhile({ merged, theirs }: { readonly merged: MergedForm; readonly theirs: MedicalInfo }) {
  return (
    <div role="alert">
      <Notice kind="warning" title="Someone else changed this record while you were editing">
        <p>What you changed is kept in this form. Review it and save again.</p>
        {merged.theirs.length > 0 && <p>Their changes, now included: {merged.theirs.join(', ')}.</p>}
        {merged.both.length > 0 && (
          <p>You both changed these. Your version is shown below: {merged.both.join(', ')}.</p>
        )}
        <details>
          <summary>Their version</summary>
          <MedicalInfoView record={theirs} />
        </details>
      </Notice>
    </div>
  );
}
