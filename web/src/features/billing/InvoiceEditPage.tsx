// SPDX-License-Identifier: AGPL-3.0-or-later

/** The form of an invoice: Save, then back to the list; what somebody else saved meanwhile is shown. */
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/failures';
import type { BillView, DiagnosisView } from '../../api/types';
import { ErrorState, Loading, Notice } from '../../ui/feedback/states';
import { isBlank } from '../../ui/forms/blank';
import { ErrorSummary, useFaults } from '../../ui/forms/faults';
import { ButtonLink, useGo, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import css from './billing.module.css';
import { changeBill } from './commands';
import { DiagnosisSearch } from './DiagnosisSearch';
import { billQuery } from './queries';
import { SERVICES } from './services';
import { momentOf, typedOf } from './times';
import { useAction } from './useAction';

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
        <ErrorState text="Server side Error!" onRetry={() => void bill.refetch()} />
      ) : (
        <InvoiceForm seen={bill.data} />
      )}
    </Page>
  );
}

/** What the server says stands now, when it is a bill. */
function currentOf(failure: unknown): BillView | null {
  if (!(failure instanceof ApiError) || failure.status !== 409) return null;
  const current = failure.current;
  return typeof current === 'object' && current !== null && 'folio' in current ? (current as BillView) : null;
}

function InvoiceForm({ seen }: { readonly seen: BillView }) {
  const go = useGo();
  // The bill as it was when the form was opened: what others save meanwhile must not slip in unseen.
  const [base, setBase] = useState(seen);
  const [theirs, setTheirs] = useState<BillView | null>(null);
  const began = typedOf(base.serviceStartTime);
  const [diagnosis, setDiagnosis] = useState<DiagnosisView | null>({
    code: base.diagnosisCode,
    description: base.diagnosis ?? '',
  });
  const [service, setService] = useState(base.serviceCode);
  const [day, setDay] = useState(began.day);
  const [start, setStart] = useState(began.time);
  const [end, setEnd] = useState(typedOf(base.serviceEndTime).time);
  const [note, setNote] = useState(base.note ?? '');
  const faults = useFaults();
  const { busy, act } = useAction();

  const save = () => {
    const from = momentOf(day, start);
    const to = momentOf(day, end);
    faults.set([
      ...(diagnosis ? [] : [{ field: 'diagnosisCode', message: 'Please choose a diagnosis.' }]),
      ...(from ? [] : [{ field: 'serviceStartTime', message: 'Enter the start time of the visit.' }]),
      ...(to ? [] : [{ field: 'serviceEndTime', message: 'Enter the end time of the visit.' }]),
    ]);
    if (!diagnosis || !from || !to) return;
    const billObj = {
      diagnosisCode: diagnosis.code,
      serviceCode: service,
      serviceStartTime: from,
      serviceEndTime: to,
      note: isBlank(note) ? null : note,
    };
    void act(
      async (key) => {
        await changeBill(base._id, billObj, base.version, key);
        go(paths.editInvoice());
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
        <DiagnosisSearch
          id="diagnosisCode"
          required
          value={diagnosis}
          error={faults.error('diagnosisCode')}
          onChange={setDiagnosis}
        />
        <NativeSelect
          id="serviceCode"
          label="Service code"
          required
          value={service}
          error={faults.error('serviceCode')}
          data={SERVICES.map(({ code, label }) => ({ value: code, label }))}
          onChange={(event) => setService(event.currentTarget.value)}
        />
        <div className={css['times']}>
          <TextInput
            id="serviceDate"
            type="date"
            label="Date"
            required
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <TextInput
            id="serviceStartTime"
            type="time"
            label="Start time"
            required
            value={start}
            error={faults.error('serviceStartTime')}
            onChange={(event) => setStart(event.currentTarget.value)}
          />
          <TextInput
            id="serviceEndTime"
            type="time"
            label="End time"
            required
            value={end}
            error={faults.error('serviceEndTime')}
            onChange={(event) => setEnd(event.currentTarget.value)}
          />
        </div>
        <Textarea
          id="note"
          label="Note to MSP"
          description="A rejected claim is sent again with a note of up to 400 characters."
          autosize
          minRows={2}
          maxLength={400}
          value={note}
          error={faults.error('note')}
          onChange={(event) => setNote(event.currentTarget.value)}
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
