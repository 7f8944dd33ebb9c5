// SPDX-License-Identifier: AGPL-3.0-or-later

/** The form of an invoice: Save, then back to the list; what somebody else saved meanwhile is shown. */
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/failures';
import type { BillView } from '../../api/generated/schema';
import { ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { isBlank } from '../../ui/forms/blank';
import { ErrorSummary } from '../../ui/forms/faults';
import { HereAgain } from '../../ui/forms/HereAgain';
import { useFaultedForm } from '../../ui/forms/useFaultedForm';
import { ButtonLink, useGo, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import css from './billing.module.css';
import { changeBill } from './commands';
import { DiagnosisSearch } from './DiagnosisSearch';
import { billQuery } from './queries';
import { SERVICES } from './services';
import { typedOf } from './times';
import { useAction } from './useAction';
import { missingOf, type VisitValues, visitOf } from './visit';

export function InvoiceEditPage() {
  const id = useRouteParam('id');
  const bill = useQuery({ ...billQuery(id), refetchOnWindowFocus: false });
  return (
    <Page
      title="Edit Invoice"
      narrow
      crumbs={[
        { text: 'Edit Invoice', href: paths.editInvoice() },
        { text: 'Invoice', href: paths.invoice(id) },
        { text: 'Edit' },
      ]}
    >
      {bill.isPending ? (
        <Loading rows={4} />
      ) : bill.isError ? (
        <ErrorState error={bill.error} onRetry={() => void bill.refetch()} />
      ) : (
        <InvoiceForm seen={bill.data} />
      )}
    </Page>
  );
}

function isBill(value: unknown): value is BillView {
  return typeof value === 'object' && value !== null && 'folio' in value;
}

/** What the server says stands now, when it is a bill. */
function currentOf(failure: unknown): BillView | null {
  if (!(failure instanceof ApiError) || failure.status !== 409) return null;
  return isBill(failure.current) ? failure.current : null;
}

/** The visit of a bill, as the form holds it. */
function visitBilled(bill: BillView): VisitValues {
  const began = typedOf(bill.serviceStartTime);
  return {
    diagnosisCode: { code: bill.diagnosisCode, description: bill.diagnosis ?? '' },
    serviceCode: bill.serviceCode,
    serviceDate: began.day,
    serviceStartTime: began.time,
    serviceEndTime: typedOf(bill.serviceEndTime).time,
  };
}

function InvoiceForm({ seen }: { readonly seen: BillView }) {
  const go = useGo();
  // The bill as it was when the form was opened: what others save meanwhile must not slip in unseen.
  const [base, setBase] = useState(seen);
  const [theirs, setTheirs] = useState<BillView | null>(null);
  const { values, field, faults } = useFaultedForm(`bill ${seen._id}`, {
    ...visitBilled(base),
    note: base.note ?? '',
  });
  const { busy, act } = useAction();

  const save = () => {
    faults.set(missingOf(values));
    const visit = visitOf(values);
    if (!visit) return;
    const note = isBlank(values.note) ? null : values.note;
    const change = { ...visit, note };
    void act(
      [change, base.version],
      async (key) => {
        await changeBill(base._id, change, base.version, key);
        go(paths.editInvoice(), { saved: true });
      },
      (failure) => {
        const current = currentOf(failure);
        if (current) setTheirs(current);
        else faults.fromError(failure);
      },
    );
  };

  return (
    <Card>
      <form
        className={css['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {theirs && (
          <Notice kind="warning" title="Someone else changed this invoice in the meantime">
            <p>
              {`It now has diagnosis ${theirs.diagnosisCode}, ${theirs.service}, and the note "${theirs.note ?? ''}". Their changes were not overwritten.`}
            </p>
            <Group gap="sm">
              <ButtonLink href={paths.invoice(base._id)} variant="default">
                Keep theirs
              </ButtonLink>
              <Button
                variant="default"
                onClick={() => {
                  setBase(theirs);
                  setTheirs(null);
                }}
              >
                Apply mine again
              </Button>
            </Group>
          </Notice>
        )}
        <ErrorSummary faults={faults.faults} round={faults.round} />
        <HereAgain of={faults.leave} />
        <DiagnosisSearch {...field('diagnosisCode')} required />
        <NativeSelect
          {...field('serviceCode')}
          label="Service code"
          required
          data={SERVICES.map(({ code, label }) => ({ value: code, label }))}
        />
        <div className={css['times']}>
          <TextInput {...field('serviceDate')} type="date" label="Date" required />
          <TextInput {...field('serviceStartTime')} type="time" label="Start time" required />
          <TextInput {...field('serviceEndTime')} type="time" label="End time" required />
        </div>
        <Textarea
          {...field('note')}
          label="Note to MSP"
          description="A rejected claim is sent again with a note of up to 400 characters."
          autosize
          minRows={2}
          maxLength={400}
        />
        <Group justify="flex-end" gap="sm">
          <ButtonLink href={paths.invoice(base._id)} variant="default">
            Cancel
          </ButtonLink>
          <Button type="submit" loading={busy} disabled={theirs !== null}>
            Save
          </Button>
        </Group>
      </form>
    </Card>
  );
}
