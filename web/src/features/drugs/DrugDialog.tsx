// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Adding or editing a drug. What somebody else saved in between comes in where one changed nothing
 * oneself; the rest is shown, and stays as typed until one decides.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/failures';
import type { CatalogueDrug } from '../../api/generated/schema';
import { refresh } from '../../api/refresh';
import { useMe } from '../../api/session';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { isUnanswered } from '../../ui/feedback/failureText';
import { Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { useSeenDone } from '../../ui/forms/asSent';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { differs } from '../../ui/forms/unsaved';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { saveDrug } from './commands';
import {
  bodyOf,
  CLASSES,
  type DrugForm,
  emptyForm,
  type Field,
  formOf,
  type Line,
  LINES,
  meaningOf,
  type ListName,
  mergeForms,
  valueText,
  textOf,
} from './drugForm';
import { IngredientRows, ListRows } from './DrugRows';
import css from './manage.module.css';

interface Props {
  /** Absent: a new drug. */
  readonly drug: CatalogueDrug | null;
  /** What is listed now, in which a save without an answer can be seen. */
  readonly listed: readonly CatalogueDrug[];
  readonly onClose: (saved?: CatalogueDrug) => void;
}

/** What somebody else made of the drug, and where both changed the same. */
interface Theirs {
  readonly form: DrugForm;
  readonly both: readonly Field[];
}

function isDrug(value: unknown): value is CatalogueDrug {
  return typeof value === 'object' && value !== null && 'drug_code' in value && 'version' in value;
}

export function DrugDialog({ drug, listed, onClose }: Props) {
  const me = useMe().Person._id;
  const client = useQueryClient();
  /** What was read: the form as it was then, and the version that is changed. */
  const [read, setRead] = useState(() => ({
    form: drug ? formOf(drug) : emptyForm(),
    version: drug?.version ?? '',
  }));
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const { busy, run, changed } = useCommand();
  const {
    values: form,
    setValues,
    field,
    faults,
    setStored,
  } = useFaultedForm(`drug ${drug?.id ?? 'new'}`, read.form, { onChange: changed, meaning: meaningOf });
  const isSaved = (one: CatalogueDrug, known: ReadonlySet<string>, sent: DrugForm) =>
    !known.has(`${one.id} ${one.version}`) &&
    (drug === null || one.id === drug.id) &&
    one.hand?.by._id === me &&
    !differs(meaningOf(formOf(one)), meaningOf(sent));
  const end = (saved: CatalogueDrug) => {
    toast.success('Succeed!');
    onClose(saved);
  };
  const sentNow = useRef<(newest: readonly CatalogueDrug[]) => CatalogueDrug | undefined>(() => undefined);
  const seen = useSeenDone({
    typed: meaningOf(form),
    newest: listed,
    onDone: (newest) => {
      const saved = sentNow.current(newest);
      if (saved) end(saved);
    },
  });
  const submit = () => {
    const known = new Set(listed.map(({ id, version }) => `${id} ${version}`));
    if (drug) known.add(`${drug.id} ${read.version}`);
    sentNow.current = (newest) => newest.find((one) => isSaved(one, known, form));
    const { current: find } = sentNow;
    seen.sends((newest) => find(newest) !== undefined);
    return run(
      async (key) => {
        const of = drug ? { id: drug.id, version: read.version } : undefined;
        const saved = await saveDrug(bodyOf(form, of), key);
        await refresh(client, 'data');
        end(saved);
      },
      (failure) => {
        seen.failed(failure);
        if (isUnanswered(failure)) void refresh(client, 'data');
        if (!(failure instanceof ApiError && failure.status === 409 && isDrug(failure.current)))
          return faults.fromError(failure);
        const saved = formOf(failure.current);
        const merged = mergeForms(read.form, form, saved);
        setValues(merged.form);
        setStored(saved);
        setRead({ form: saved, version: failure.current.version });
        setTheirs({ form: saved, both: merged.both });
        faults.set([]);
      },
    );
  };
  const line = (name: Line, more?: { readonly hint?: string; readonly readOnly?: boolean }) => (
    <TextInput
      {...field(name)}
      label={LINES[name]}
      description={more?.hint}
      readOnly={more?.readOnly ?? false}
      required={name === 'name'}
      autoComplete="off"
      data-autofocus={name === 'name' || undefined}
    />
  );
  const list = (name: ListName) => (
    <ListRows
      name={name}
      rows={form[name]}
      faults={faults}
      onChange={(rows) => setValues({ [name]: rows })}
    />
  );
  return (
    <>
      <Dialog
        opened
        size={860}
        onClose={() => onClose()}
        title={drug ? 'Edit Drug' : 'Add Drug'}
        footer={
          <>
            <CancelButton onCancel={() => onClose()} />
            <Button type="submit" form="drug-form" loading={busy}>
              Submit
            </Button>
          </>
        }
      >
        <form
          id="drug-form"
          className={css['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <ErrorSummary title="Error!" faults={faults.faults} round={faults.round} />
          <HereAgain of={faults.leave} />
          {theirs && <TheirChange theirs={theirs} mine={form} onTake={take} />}
          {line('name')}
          <IngredientRows
            rows={form.ingredients}
            faults={faults}
            onChange={(ingredients) => setValues({ ingredients })}
          />
          <div className={css['pairs']}>
            {list('administrations')}
            {list('formulations')}
            {list('tc_ahfs_numbers')}
            {list('atc_numbers')}
          </div>
          {list('schedules')}
          <div className={css['pairs']}>
            {line('drug_identification_number', { hint: 'Eight digits' })}
            {line(
              'drug_code',
              drug
                ? { hint: 'Health Canada’s key. Cannot be changed.', readOnly: true }
                : { hint: 'Empty for a drug that Health Canada does not list' },
            )}
            {line('status', { hint: 'Only Marketed drugs, and those without a status, are offered' })}
            {line('history_date', { hint: 'Year, month and day, such as 2021-07-02' })}
            <NativeSelect
              {...field('class_name')}
              label={LINES.class_name}
              description="Only drugs for people are offered to patients"
              data={CLASSES.includes(form.class_name) ? CLASSES : [form.class_name, ...CLASSES]}
            />
            {line('company_name')}
            {line('number_of_ais')}
            {line('ai_group_no')}
          </div>
          {line('descriptor')}
        </form>
      </Dialog>
    </>
  );

  function take(taken: Field) {
    if (!theirs) return;
    setValues({ [taken]: theirs.form[taken] });
    setTheirs({ ...theirs, both: theirs.both.filter((one) => one !== taken) });
  }
}

function TheirChange({
  theirs,
  mine,
  onTake,
}: {
  readonly theirs: Theirs;
  readonly mine: DrugForm;
  readonly onTake: (field: Field) => void;
}) {
  return (
    <Notice kind="warning" live title="Someone else changed this drug while you were editing">
      <p>
        {theirs.both.length === 0
          ? 'Their changes are in the form now, beside yours. Submit saves both.'
          : 'Their other changes are in the form now. You both changed these fields. Your value is kept until you choose.'}
      </p>
      <ul className={css['theirs']}>
        {theirs.both.map((field) => (
          <li key={field}>
            <span>{`${textOf(field)}: theirs ${valueText(theirs.form, field)}, yours ${valueText(mine, field)}`}</span>
            <Button size="compact-sm" variant="default" onClick={() => onTake(field)}>
              {`Use theirs, ${textOf(field)}`}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
