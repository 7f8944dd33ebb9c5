// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The payment of a renewal: the ways to pay it, and the word that it is paid.
 */
import { Button } from '@mantine/core';
import type { PrescriptionView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { PaymentMethods } from './PaymentMethods';
import css from './payments.module.css';
import type { Payment } from './usePayment';

interface PayPanelProps {
  prescription: PrescriptionView;
  payment: Payment<PrescriptionView>;
  /** The wallet's order after its page sent the patient back. */
  returnedOrder: string | undefined;
  /** What is said first once it is paid. */
  requested: string;
  onFinished: () => void;
}

export function PayPanel({ prescription, payment, returnedOrder, requested, onFinished }: PayPanelProps) {
  return (
    <div className={css.pay}>
      <h1 className={css.title}>Pay and send my request</h1>
      <PaymentMethods
        payment={payment}
        amount={prescription.fee.amount}
        payer={`${prescription.person.FirstName} ${prescription.person.LastName}`}
        returnedOrder={returnedOrder}
      />
      <Dialog
        opened={payment.step === 'paid'}
        onClose={onFinished}
        title="Charge prescription payment successful."
        footer={<Button onClick={onFinished}>Close</Button>}
      >
        <p>
          <b>{requested}</b>
        </p>
        <p>Your request {prescription.label} is with our doctors. Review may take up to 24 hours.</p>
      </Dialog>
    </div>
  );
}
