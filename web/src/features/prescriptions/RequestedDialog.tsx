// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * After a request was created. Closing opens its detail page; where a fee is due,
 * the way to paying it is here as well, and nothing was requested before it is paid.
 */
import { Button } from '@mantine/core';
import type { PrescriptionView } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { formatMoney } from '../../ui/format';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { REQUESTED } from './basket';
import css from './dialogs.module.css';

export function RequestedDialog({ prescription }: { prescription: PrescriptionView }) {
  const go = useGo();
  const close = () => go(paths.prescription(prescription._id), { replace: true });
  const isWaiting = prescription.status === 'CREATED';
  return (
    <Dialog
      opened
      onClose={close}
      title={`Prescription ${prescription.label}`}
      footer={
        <div className={css.footer}>
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {prescription.canPay ? (
            <Button onClick={() => go(paths.payment({ prescription: prescription._id }), { replace: true })}>
              Pay Now
            </Button>
          ) : null}
        </div>
      }
    >
      <p className={css.words}>
        <b>{isWaiting ? 'Your request is waiting for payment.' : REQUESTED}</b>
      </p>
      {prescription.canPay ? (
        <p className={css.words}>
          The fee is {formatMoney(prescription.feeDue)}. A doctor will review your request once you’ve paid.
        </p>
      ) : (
        <p className={css.words}>Review may take up to 24 hours.</p>
      )}
    </Dialog>
  );
}
