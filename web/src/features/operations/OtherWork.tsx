// SPDX-License-Identifier: AGPL-3.0-or-later

// Sleep orders and laboratory results that wait for the staff, oldest first; nothing when none does.
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OtherWork as Row } from '../../api/generated/schema';
import { ErrorState } from '../../ui/feedback/states';
import { formatDateTime } from '../../ui/format';
import { paths } from '../../ui/links/paths';
import { type Column, DataTable, type PhoneRow } from '../../ui/table/DataTable';
import { otherWork } from './queries';
import styles from './queue.module.css';

const LABELS: Record<Row['kind'], string> = {
  sleep: 'Sleep order to send',
  labtest: 'Lab test to acknowledge',
};

export function OtherWork() {
  const list = useQuery(otherWork());
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data || list.data.length === 0) return null;
  return (
    <section className={styles.other} aria-labelledby="other-work">
      <Title order={2} id="other-work">
        {`Sleep orders and lab tests (${list.data.length})`}
      </Title>
      <DataTable<Row>
        label="Sleep orders and lab tests"
        columns={COLUMNS}
        phone={PHONE}
        rows={list.data}
        rowKey={(row) => row._id}
        rowHref={(row) => paths.patient(row.person._id, { section: row.kind, item: row._id })}
        empty={null}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'patient',
    title: 'Patient',
    kind: 'person',
    render: patientOf,
  },
  { key: 'what', title: 'Work', kind: 'state', render: (row) => LABELS[row.kind] },
  { key: 'since', title: 'Since', kind: 'time', render: (row) => formatDateTime(row.since) },
];

function patientOf({ person }: Row): string {
  return `${person.FirstName} ${person.LastName}`;
}

const PHONE: PhoneRow<Row> = {
  line1: patientOf,
  line2: (row) => `${LABELS[row.kind]}, since ${formatDateTime(row.since)}`,
};
