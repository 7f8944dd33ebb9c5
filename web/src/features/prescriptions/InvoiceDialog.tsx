// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * "Official Prescription Receipt": who paid, what, when, what was refunded, what
 * it cost in the end, and the balance. Print and the file come from the server's PDF, so that paper and
 * screen say the same.
 */
import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toastUnread } from '../../ui/feedback/toastFailure';
import { saveFile } from '../../ui/files/saveFile';
import { formatDateTime, formatMoney } from '../../ui/format';
import { Facts } from '../../ui/page/Card';
import css from './dialogs.module.css';
import { printPdf } from './pdf';
import { invoiceOf, receiptOf } from './queries';

export function InvoiceDialog(props: { prescriptionId: string; onClose: () => void }) {
  const { prescriptionId, onClose } = props;
  const invoice = useQuery(invoiceOf(prescriptionId));
  const { run } = useCommand();
  // Pressed twice it is printed once.
  const open = (use: (pdf: Blob) => unknown) =>
    run(
      async () => use(await receiptOf(prescriptionId)),
      (failure) => toastUnread(failure, 'The receipt couldn’t be opened.'),
    );
  const label = invoice.data?.label ?? 'receipt';
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Official Prescription Receipt"
      size={600}
      footer={
        <div className={css.footer}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!invoice.data}
            onClick={() => void open((pdf) => saveFile(pdf, `${label}.pdf`))}
          >
            Save as PDF
          </Button>
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={!invoice.data}
            onClick={() => void open(printPdf)}
          >
            Print
          </Button>
        </div>
      }
    >
      {invoice.isPending ? <Loading rows={4} /> : null}
      {invoice.isError ? <ErrorState error={invoice.error} onRetry={() => void invoice.refetch()} /> : null}
      {invoice.data ? <Receipt invoice={invoice.data} /> : null}
    </Dialog>
  );
}

function Receipt({ invoice }: { invoice: Invoice }) {
  const { header } = invoice;
  return (
    <>
      <p className={css.words}>
        <b>{header.clinic}</b>
        <br />
        {header.address}
        <br />
        {header.phone}
      </p>
      <Facts
        items={[
          ['Prescription', invoice.label],
          ['Payer', invoice.payer],
          ['Address', [invoice.address].flat().join(', ')],
          ['Charge', `${formatMoney(invoice.charge)} CAD`],
          ['Charged', invoice.chargedAt ? formatDateTime(invoice.chargedAt) : null],
          ['Payment type', invoice.paymentType],
          ...refundFacts(invoice),
          ['Balance', formatMoney(invoice.balance)],
        ]}
      />
    </>
  );
}

function refundFacts(invoice: Invoice): [string, string][] {
  if (invoice.refund === null) return [];
  const facts: [string, string][] = [['Refund', formatMoney(invoice.refund)]];
  if (invoice.refundedAt !== null) facts.push(['Refunded', formatDateTime(invoice.refundedAt)]);
  facts.push(['Net paid', `${formatMoney(invoice.charge - invoice.refund)} CAD`]);
  return facts;
}
