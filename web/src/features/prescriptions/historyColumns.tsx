// SPDX-License-Identifier: AGPL-3.0-or-later

/** The columns of Prescription History, for patients and for the staff. */
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';

import type { PrescriptionView } from '../../api/generated/schema';
import { Dose } from '../../ui/Dose';
import { formatDate, formatDateTime } from '../../ui/format';
import type { Column, PhoneRow } from '../../ui/table/DataTable';
import { Words } from '../../ui/table/Words';
import { FirstDrug } from './FirstDrug';
import css from './history.module.css';
import { medicationTitle } from './medicationText';
import { outcomeOf } from './outcome';
import { hasInvoice } from './payment';
import { RequestStatus } from './RequestStatus';
import { StaffRequestStatus } from './StaffRequestStatus';
import { nameOf } from './timeline';

/** Patient side section 9. */
export const PAGE_SIZES = [10, 15, 20, 25, 30];

export function historyColumns(
  isPatient: boolean,
  onInvoice: (prescription: PrescriptionView) => void,
): Column<PrescriptionView>[] {
  return [
    {
      key: 'name',
      title: 'Patient Name (Prescription Id)',
      kind: 'person',
      render: (row) =>
        isPatient ? (
          <>
            <Drugs prescription={row} />
            <br />
            <span className={css.whose}>
              {/* Everybody here is the reader: only a screen reader is told, because the head of the column asks. */}
              <span className="s-visually-hidden">{nameOf(row.person)} (</span>
              {row.label}
              <span className="s-visually-hidden">)</span>
            </span>
          </>
        ) : (
          nameAndLabel(row)
        ),
    },
    {
      key: 'createdAt',
      title: 'Created',
      kind: 'time',
      sortable: true,
      render: (row) => formatDateTime(row.createdAt),
    },
    ...(isPatient
      ? []
      : [
          {
            key: 'pharmacy',
            title: 'Pharmacy',
            kind: 'text' as const,
            render: (row: PrescriptionView) => (row.drPharmacy ?? row.pharmacy).name,
          },
          {
            key: 'lines',
            title: 'Medications',
            kind: 'number' as const,
            wide: true,
            render: (row: PrescriptionView) => row.medications.length,
          },
        ]),
    {
      key: 'status',
      title: 'Status',
      kind: 'state',
      render: (row) =>
        isPatient ? <OwnStatus prescription={row} /> : <StaffRequestStatus prescription={row} />,
    },
    {
      key: 'invoice',
      title: 'Invoice',
      kind: 'action',
      render: (row) => <InvoiceCell prescription={row} onOpen={() => onInvoice(row)} />,
    },
  ];
}

const nameAndLabel = ({ person, label }: PrescriptionView) => `${nameOf(person)} (${label})`;

function Drugs({ prescription: { medications, label } }: { prescription: PrescriptionView }) {
  const [first, ...others] = medications;
  if (!first) return label;
  const { name, dose } = medicationTitle(first);
  return (
    <FirstDrug more={others.length}>
      <Words>{name}</Words>
      {dose !== null && (
        <>
          {' '}
          <Dose>{dose}</Dose>
        </>
      )}
    </FirstDrug>
  );
}

/** Patients know who they are: their rows begin with what they asked for. */
export function historyPhone(
  isPatient: boolean,
  onInvoice: (prescription: PrescriptionView) => void,
): PhoneRow<PrescriptionView> {
  return {
    line1: (row) => (isPatient ? <Drugs prescription={row} /> : nameAndLabel(row)),
    line2: (row) =>
      isPatient ? `${formatDate(row.createdAt)} · ${row.label}` : formatDateTime(row.createdAt),
    flags: (row) =>
      isPatient ? <OwnStatus prescription={row} /> : <StaffRequestStatus prescription={row} />,
    // No column says that it is the invoice which comes after the review.
    action: (row) =>
      hasInvoice(row) || row.status === 'CANCELED' ? (
        <InvoiceCell prescription={row} onOpen={() => onInvoice(row)} />
      ) : null,
  };
}

/** What the badge has no room for of a request that was approved in part stands beside it. */
function OwnStatus({ prescription }: { prescription: PrescriptionView }) {
  const more = outcomeOf(prescription)?.facts.slice(1).join(', ');
  return (
    <span className="s-together">
      <RequestStatus prescription={prescription} />
      {more && <span className={css.none}>{more}</span>}
    </span>
  );
}

function InvoiceCell(props: { prescription: PrescriptionView; onOpen: () => void }) {
  const { prescription, onOpen } = props;
  if (prescription.status === 'CANCELED' && !hasInvoice(prescription))
    return <span className={css.none}>Nothing was charged</span>;
  if (!hasInvoice(prescription)) return <span className={css.none}>After the review</span>;
  return (
    <Button
      variant="default"
      leftSection={<IconReceipt size={18} aria-hidden />}
      aria-label={`Invoice ${prescription.label}`}
      onClick={onOpen}
    >
      Invoice
    </Button>
  );
}
