// SPDX-License-Identifier: AGPL-3.0-or-later

// Who touched whose record: filters, newest first, and the same as a table for a spreadsheet.
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconListSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AuditRecord } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { toastUnread } from '../../ui/feedback/toastFailure';
import { EmptyState } from '../../ui/feedback/states';
import { saveFile } from '../../ui/files/saveFile';
import { clinicDay, formatDateTime } from '../../ui/format';
import { DayRange } from '../../ui/forms/DayRange';
import { ErrorSummary } from '../../ui/forms/faults';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { Page } from '../../ui/page/Page';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { usePages } from '../../ui/table/usePages';
import { Words } from '../../ui/table/Words';
import classes from './audit.module.css';
import { PersonSelect } from './PersonSelect';
import { auditCsv, auditSearch, type Filters, NO_FILTERS } from './queries';

/** Page sizes of the audit (specification 001 section 9). */
const PAGE_SIZES = [10, 15, 20];

export function AuditPage() {
  const { values, setValues, field, faults } = useFaultedForm(null, NO_FILTERS, { asks: false });
  /** What was searched for; what stands in the form may be typed on. */
  const [filters, setFilters] = useState(NO_FILTERS);
  const { size, cursor, table } = usePages({ of: filters });
  const list = useQuery({ ...auditSearch(filters, size, cursor), placeholderData: keepPreviousData });
  const search = (wanted: Filters) => {
    const found = dayFaults(wanted);
    faults.set(found);
    if (found.length > 0) return;
    setFilters(wanted);
  };
  const day = (name: 'startDate' | 'endDate', label: string) => (
    <TextInput
      {...field(name)}
      type="date"
      label={label}
      value={values[name] ?? ''}
      max={clinicDay(new Date())}
      onChange={(event) => field(name).onChange(event.currentTarget.value || null)}
    />
  );
  return (
    <Page title="Audit" wide actions={<Export filters={filters} />}>
      <form
        className={classes['filters']}
        aria-label="Filters"
        data-no-print
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          search(values);
        }}
      >
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <PersonSelect
          label="Patient"
          from="patients"
          value={values.patient}
          onChange={field('patient').onChange}
        />
        <PersonSelect
          label="Accessed By"
          from="accessedBy"
          value={values.accessedBy}
          onChange={field('accessedBy').onChange}
        />
        <DayRange label="Created">
          {day('startDate', 'From')}
          {day('endDate', 'To')}
        </DayRange>
        <div className={classes['buttons']}>
          <Button
            variant="default"
            onClick={() => {
              setValues(NO_FILTERS);
              search(NO_FILTERS);
            }}
          >
            Reset
          </Button>
          <Button type="submit">Search</Button>
        </div>
      </form>
      <DataTable<AuditRecord>
        label="Audit"
        columns={COLUMNS}
        phone={PHONE}
        rows={list.data?.items ?? []}
        rowKey={(row) => row._id}
        query={list}
        empty={
          <EmptyState
            icon={IconListSearch}
            text="No audit records for this search, please update the filter and search again!"
          />
        }
        total={list.data?.total ?? 0}
        atLeast={list.data?.atLeast ?? false}
        {...table(list, PAGE_SIZES)}
      />
    </Page>
  );
}

/** A day later than today, and a range that ends before it begins (specification 001 section 5). */
function dayFaults({ startDate, endDate }: Filters) {
  const faults: { field: string; message: string }[] = [];
  if (endDate !== null && endDate > clinicDay(new Date()))
    faults.push({ field: 'endDate', message: 'The end date cannot be after today.' });
  if (startDate !== null && endDate !== null && startDate > endDate) {
    faults.push({ field: 'startDate', message: 'The start date cannot be after the end date.' });
    faults.push({ field: 'endDate', message: 'The end date cannot be before the start date.' });
  }
  return faults;
}

function Export({ filters }: { readonly filters: Filters }) {
  const { busy, run } = useCommand();
  const save = () =>
    run(async () => saveFile(await auditCsv(filters), `audit-${clinicDay(new Date())}.csv`), toastUnread);
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void save()}
    >
      Download as CSV
    </Button>
  );
}

const name = (person: { FirstName: string; LastName: string } | null) =>
  person ? `${person.FirstName} ${person.LastName}` : null;

const COLUMNS: readonly Column<AuditRecord>[] = [
  { key: 'patient', title: 'Patient', kind: 'person', render: (row) => name(row.patient) ?? '' },
  {
    key: 'accessedBy',
    title: 'Accessed By',
    kind: 'person',
    render: (row) => (
      <span className={classes['who']}>
        <span>
          <Words>{name(row.accessedBy) ?? row.role}</Words>
        </span>
        <span className={classes['what']}>{row.accessedBy ? `${row.role}. ${row.what}` : row.what}</span>
      </span>
    ),
  },
  { key: 'created', title: 'Created', kind: 'time', render: (row) => formatDateTime(row.createdAt) },
];

const PHONE: PhoneRow<AuditRecord> = {
  line1: (row) => name(row.patient) ?? row.what,
  line2: (row) =>
    [name(row.accessedBy) ?? row.role, row.patient ? row.what : ''].filter((part) => part !== '').join('. '),
  action: (row) => {
    const [day, time] = formatDateTime(row.createdAt).split(/, (?=\d\d?:)/);
    return (
      <span className={classes['when']}>
        {day}
        <br />
        {time}
      </span>
    );
  },
};
