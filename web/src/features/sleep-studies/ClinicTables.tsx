// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The two lists of the way to a clinic: the companies, then one company's branches.
 * Both are short: they are sorted and paged here.
 */
import { Button } from '@mantine/core';
import { IconChevronRight, IconZzz } from '@tabler/icons-react';
import { useState } from 'react';
import type { SleepClinicView } from '../../api/generated/schema';
import { EmptyState } from '../../ui/feedback/states';
import { AppLink, ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { type Column, DataTable, type PhoneRow, type Sort } from '../../ui/table/DataTable';

/** Patient side section 9. */
const PAGE_SIZES = [10, 15, 20];

export interface Company {
  name: string;
  route: string;
}

/** The companies that have a branch, by name. */
function companiesOf(clinics: readonly SleepClinicView[]): Company[] {
  const names = new Map(clinics.map((one) => [one.route, one.company]));
  return [...names].map(([route, name]) => ({ route, name }));
}

export function CompanyTable({ clinics }: { clinics: readonly SleepClinicView[] }) {
  const columns: Column<Company>[] = [
    { key: 'name', title: 'Name', kind: 'text', sortable: true, render: (one) => one.name },
    {
      key: 'select',
      title: 'Select',
      quiet: true,
      kind: 'action',
      render: (one) => (
        <ButtonLink variant="default" href={paths.sleepClinic(one.route)} aria-label={`Select ${one.name}`}>
          Select
        </ButtonLink>
      ),
    },
  ];
  return (
    <Sorted
      label="Sleep diagnostic clinic companies"
      columns={columns}
      phone={COMPANY_ROW}
      rows={companiesOf(clinics)}
      keyOf={(one) => one.route}
      emptyText="No sleep clinics are available yet."
    />
  );
}

const COMPANY_ROW: PhoneRow<Company> = {
  line1: (one) => (
    <AppLink href={paths.sleepClinic(one.route)}>
      <span className="s-visually-hidden">Select </span>
      {one.name}
    </AppLink>
  ),
  action: () => <IconChevronRight size={16} aria-hidden="true" />,
};

interface BranchTableProps {
  branches: readonly SleepClinicView[];
  /** Nothing is paid in the free mode. */
  free: boolean;
  onSelect: (clinic: SleepClinicView) => void;
}

export function BranchTable({ branches, free, onSelect }: BranchTableProps) {
  const word = free ? 'Select' : 'Select and Pay';
  const select = (one: SleepClinicView) => (
    <Button variant="default" aria-label={`${word}: ${one.name}`} onClick={() => onSelect(one)}>
      {word}
    </Button>
  );
  const columns: Column<SleepClinicView>[] = [
    { key: 'name', title: 'Name', kind: 'text', sortable: true, render: (one) => one.name },
    { key: 'address', title: 'Address', kind: 'text', render: (one) => one.address },
    {
      key: 'phone',
      title: 'Phone',
      kind: 'reference',
      render: phoneNumberOf,
    },
    {
      key: 'select',
      title: 'Select',
      quiet: true,
      kind: 'action',
      render: select,
    },
  ];
  const phone: PhoneRow<SleepClinicView> = {
    line1: (one) => one.name,
    line2: (one) => one.address,
    flags: phoneNumberOf,
    action: select,
  };
  return (
    <Sorted
      label="Branch locations"
      columns={columns}
      phone={phone}
      rows={branches}
      keyOf={(one) => one._id}
      emptyText="This sleep clinic has no branch here."
    />
  );
}

function phoneNumberOf({ phoneNumber }: SleepClinicView) {
  return <PhoneNumber number={phoneNumber} />;
}

interface SortedProps<Row> {
  label: string;
  columns: Column<Row>[];
  phone: PhoneRow<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  emptyText: string;
}

function Sorted<Row extends { name: string }>({
  label,
  columns,
  phone,
  rows,
  keyOf,
  emptyText,
}: SortedProps<Row>) {
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false });
  const [size, setSize] = useState(10);
  const [page, setPage] = useState(0);
  const sorted = rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en') * (sort.descending ? -1 : 1));
  return (
    <DataTable
      label={label}
      columns={columns}
      phone={phone}
      rows={sorted.slice(page * size, (page + 1) * size)}
      rowKey={keyOf}
      sort={sort}
      onSort={(next) => {
        setSort(next);
        setPage(0);
      }}
      empty={<EmptyState icon={IconZzz} text={emptyText} />}
      total={rows.length}
      page={page}
      pageSize={size}
      pageSizes={PAGE_SIZES}
      onPage={setPage}
      onPageSize={(next) => {
        setSize(next);
        setPage(0);
      }}
    />
  );
}
