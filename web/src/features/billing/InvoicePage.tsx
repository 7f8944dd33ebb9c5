// SPDX-License-Identifier: AGPL-3.0-or-later

/** One invoice with its history; Edit goes to its form, and a mended one is sent again from here. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/failures';
import type { BillView } from '../../api/generated/schema';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import { formatDate, formatDateTime, formatMoney, formatTime } from '../../ui/format';
import { ButtonLink, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card, Facts } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import css from './billing.module.css';
import { resubmitBill } from './commands';
import { billQuery } from './queries';
import { useAction } from './useAction';

export function InvoicePage() {
  const id = useRouteParam('id');
  const bill = useQuery(billQuery(id));
  const { busy, act } = useAction();
  const view = bill.data;
  const cameBack = view?.status === 'rejected' || view?.status === 'refused';
  return (
    <Page
      title={view ? `Invoice ${view.folio}` : 'Invoice'}
      printHead={view && `${view.person.FirstName} ${view.person.LastName}, Invoice ${view.folio}`}
      crumbs={[{ text: 'Edit Invoice', href: paths.editInvoice() }, { text: 'Invoice' }]}
      actions={
        <Group gap="sm">
          <ButtonLink href={paths.editInvoice()} variant="default">
            Back
          </ButtonLink>
          {view?.canEdit && (
            <ButtonLink href={paths.invoiceEdit(id)} variant={cameBack ? 'default' : 'filled'}>
              Edit
            </ButtonLink>
          )}
          {view && cameBack && (
            <Button
              loading={busy}
              // What is on screen may be of before an edit, until the newest is here.
              disabled={bill.isFetching}
              onClick={() =>
                void act(
                  [id, view.version],
                  async (key) => {
                    await resubmitBill(id, view.version, key);
                    toast.success('Queued to be resubmitted.', 'It will go out with the next claims file.');
                  },
                  refused,
                )
              }
            >
              Send again
            </Button>
          )}
        </Group>
      }
    >
      {bill.isPending ? (
        <Loading rows={4} />
      ) : bill.isError ? (
        <ErrorState error={bill.error} onRetry={() => void bill.refetch()} />
      ) : (
        <Bill bill={bill.data} />
      )}
    </Page>
  );
}

/** A missing note is told in the service's words: the form has the field. */
function refused(failure: unknown): void {
  const told = failure instanceof ApiError ? failure.errors[0] : undefined;
  toastFailure(told ? new Error(told.message) : failure);
}

function Bill({ bill }: { readonly bill: BillView }) {
  const diagnosis = bill.diagnosis ? `${bill.diagnosisCode} ${bill.diagnosis}` : bill.diagnosisCode;
  return (
    <>
      <Card title={bill.statusText}>
        <Facts
          columns={3}
          items={[
            ['Patient', `${bill.person.FirstName} ${bill.person.LastName}`],
            ['Prescription', bill.prescription.label],
            ['Practitioner', `${bill.practitioner.FirstName} ${bill.practitioner.LastName}`],
            ['Service code', bill.service],
            ['Diagnosis', diagnosis],
            ['Encounter type', bill.billWay === 'phone' ? 'Phone' : 'Message'],
            ['Date', formatDate(bill.serviceDate)],
            ['Start time', formatTime(bill.serviceStartTime)],
            ['End time', formatTime(bill.serviceEndTime)],
            ['Charges', formatMoney(bill.amount)],
            ['Credit', formatMoney(bill.paid)],
            ['Note to MSP', bill.note ?? ''],
          ]}
        />
        {bill.waitsFor !== null && <p>{bill.waitsFor}</p>}
      </Card>
      <Card title="History">
        <ol className={css['history']}>
          {bill.history.map((step) => (
            <li key={`${step.at} ${step.kind} ${step.detail ?? ''}`}>
              <strong>{step.text}</strong>
              <span className={css['about']}>
                {` ${formatDateTime(step.at)}${step.by ? `, ${step.by.FirstName} ${step.by.LastName}` : ''}`}
              </span>
              {step.codes.map((code) => (
                <p key={code.code}>{code.text ? `${code.code}: ${code.text}` : code.code}</p>
              ))}
              {step.detail !== null && <p className={css['about']}>{step.detail}</p>}
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
