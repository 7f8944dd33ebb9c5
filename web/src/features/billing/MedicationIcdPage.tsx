// SPDX-License-Identifier: AGPL-3.0-or-later

/** Medication ICD: the diagnosis code and the question of each class of medications. */
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/failures';
import type { DiagnosisView, MedicationBillView } from '../../api/generated/schema';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog';
import { EmptyState, Notice } from '../../ui/feedback/states';
import { toast } from '../../ui/feedback/toasts';
import { formatDateTime } from '../../ui/format';
import { CancelButton } from '../../ui/forms/CancelButton';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { askFirst } from '../../ui/forms/unsaved';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { Card } from '../../ui/page/Card';
import { About, FormColumns } from '../../ui/page/FormColumns';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { usePages } from '../../ui/table/usePages';
import css from './billing.module.css';
import { forgetClass, saveClass } from './commands';
import { DiagnosisSearch } from './DiagnosisSearch';
import { classList } from './queries';
import { useAction } from './useAction';

const SIZES = [5, 10, 15, 20];

export function MedicationIcdPage() {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 200);
  const edit = (row: MedicationBillView) => askFirst(() => setEdited(row));
  const { size, cursor, table } = usePages({ of: asked });
  const [edited, setEdited] = useState<MedicationBillView | null>(null);
  const [leaving, setLeaving] = useState<MedicationBillView | null>(null);
  const { busy, act } = useAction();
  const list = useQuery({
    ...classList({ limit: size, cursor, q: asked }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Medication ICD" wide lead="Default diagnosis code for bills, by medication class.">
      <FormColumns
        beside={
          <>
            <About title="What it changes">
              <p>
                When a visit is billed, the code of the medication’s class is offered first. The question is
                suggested to doctors who write a note about it.
              </p>
            </About>
            <About title="For example">
              <p>Class 24:08.16, code 401 (high blood pressure), “What was your last blood pressure?”</p>
            </About>
          </>
        }
      >
        <ClassForm
          key={edited ? `${edited._id} ${edited.version}` : 'new'}
          seen={edited}
          onDone={() => setEdited(null)}
        />
      </FormColumns>
      <Card title="Diagnosis codes" flush>
        <div className={css['search']}>
          <TextInput
            type="search"
            label="Search by tc_ahfs_number"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        <DataTable
          label="Diagnosis codes"
          columns={columns(edit, setLeaving)}
          phone={phoneRow(edit, setLeaving)}
          rows={list.data?.items ?? []}
          rowKey={(row) => row._id}
          query={list}
          empty={<EmptyState text="No diagnosis code was found" hint="Add one above, or with a bill." />}
          total={list.data?.total ?? 0}
          {...table(list, SIZES)}
        />
      </Card>
      <ConfirmDialog
        opened={leaving !== null}
        title="Delete the diagnosis code"
        question={`The code and the question of class ${leaving?.tc_ahfs_number ?? ''} will be deleted. Existing bills are not affected.`}
        safeLabel="Cancel"
        dangerLabel="Delete"
        danger
        busy={busy}
        onClose={() => setLeaving(null)}
        onConfirm={() =>
          void act(leaving?._id, async (key) => {
            if (leaving) await forgetClass(leaving._id, key);
            setLeaving(null);
          })
        }
      />
    </Page>
  );
}

function columns(
  edit: (row: MedicationBillView) => void,
  remove: (row: MedicationBillView) => void,
): readonly Column<MedicationBillView>[] {
  return [
    { key: 'class', title: 'tc_ahfs_number', kind: 'reference', render: (row) => row.tc_ahfs_number },
    {
      key: 'code',
      title: 'Diagnosis code',
      kind: 'text',
      render: diagnosisOf,
    },
    { key: 'question', title: 'Question', kind: 'text', render: (row) => row.question ?? '' },
    {
      key: 'created',
      title: 'Created',
      kind: 'time',
      wide: true,
      render: (row) => formatDateTime(row.createdAt),
    },
    {
      key: 'acts',
      title: 'Actions',
      kind: 'action',
      render: (row) => <Acts row={row} edit={edit} remove={remove} />,
    },
  ];
}

function phoneRow(
  edit: (row: MedicationBillView) => void,
  remove: (row: MedicationBillView) => void,
): PhoneRow<MedicationBillView> {
  return {
    line1: (row) => row.tc_ahfs_number,
    line2: diagnosisOf,
    flags: (row) => row.question,
    action: (row) => <Acts row={row} edit={edit} remove={remove} />,
  };
}

function diagnosisOf({ diagnosisCode, diagnosis }: MedicationBillView): string {
  return diagnosisCode ? `${diagnosisCode} ${diagnosis ?? ''}` : '';
}

interface ActsProps {
  readonly row: MedicationBillView;
  readonly edit: (row: MedicationBillView) => void;
  readonly remove: (row: MedicationBillView) => void;
}

function Acts({ row, edit, remove }: ActsProps) {
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Edit ${row.tc_ahfs_number}`}
        onClick={() => edit(row)}
      >
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Delete ${row.tc_ahfs_number}`}
        onClick={() => remove(row)}
      >
        Delete
      </Button>
    </Group>
  );
}

interface Draft {
  readonly tc_ahfs_number: string;
  readonly diagnosisCode: DiagnosisView | null;
  readonly question: string;
}

const EMPTY: Draft = { tc_ahfs_number: '', diagnosisCode: null, question: '' };

function isClass(value: unknown): value is MedicationBillView {
  return typeof value === 'object' && value !== null && 'tc_ahfs_number' in value;
}

function ClassForm({
  seen,
  onDone,
}: {
  readonly seen: MedicationBillView | null;
  readonly onDone: () => void;
}) {
  const { values, setValues, field, faults } = useFaultedForm<Draft>(
    `class ${seen?.tc_ahfs_number ?? 'new'}`,
    {
      tc_ahfs_number: seen?.tc_ahfs_number ?? '',
      diagnosisCode: seen?.diagnosisCode
        ? { code: seen.diagnosisCode, description: seen.diagnosis ?? '' }
        : null,
      question: seen?.question ?? '',
    },
  );
  const [version, setVersion] = useState(seen?.version);
  const [theirs, setTheirs] = useState<MedicationBillView | null>(null);
  const { busy, act } = useAction();
  const save = () => {
    const body = {
      tc_ahfs_number: values.tc_ahfs_number.trim(),
      diagnosisCode: values.diagnosisCode?.code ?? '',
      question: values.question,
      version,
    };
    void act(
      body,
      async (key) => {
        const { message } = await saveClass(body, key);
        toast.success(message);
        faults.clear();
        setValues(EMPTY);
        setVersion(undefined);
        setTheirs(null);
        onDone();
      },
      (failure) => {
        const current = failure instanceof ApiError && failure.status === 409 ? failure.current : null;
        if (isClass(current)) setTheirs(current);
        else faults.fromError(failure);
      },
    );
  };
  return (
    <div data-no-print>
      <Card title={seen ? `Update ${seen.tc_ahfs_number}` : 'Add a diagnosis code'}>
        <form
          className={css['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {theirs && (
            <Notice kind="warning" title={`Class ${theirs.tc_ahfs_number} already exists`}>
              <p>{`Diagnosis code ${theirs.diagnosisCode ?? 'none'}, question "${theirs.question ?? ''}".`}</p>
              <Button
                variant="default"
                onClick={() => {
                  setVersion(theirs.version);
                  setTheirs(null);
                }}
              >
                Replace it with mine
              </Button>
            </Notice>
          )}
          <ErrorSummary faults={faults.faults} round={faults.round} />
          <HereAgain of={faults.leave} />
          <div className={css['pair']}>
            <TextInput
              {...field('tc_ahfs_number')}
              label="tc_ahfs_number"
              description="The AHFS class"
              required
              placeholder="24:08.16"
              readOnly={seen !== null}
            />
            <DiagnosisSearch
              {...field('diagnosisCode')}
              label="Diagnosis code"
              hint="A code, or a word of the diagnosis"
            />
          </div>
          <Textarea
            {...field('question')}
            label="Question"
            description="Suggested to doctors when they write a note about this class."
            autosize
            minRows={1}
          />
          <Group gap="sm">
            <Button type="submit" loading={busy} disabled={theirs !== null}>
              {seen ? 'Update' : 'Add'}
            </Button>
            {seen && <CancelButton leave={faults.leave} onCancel={onDone} />}
          </Group>
        </form>
      </Card>
    </div>
  );
}
