// SPDX-License-Identifier: AGPL-3.0-or-later

// Prescription > Payment: the fee on evergreen, the ways to pay beside it. No side bar here: there is
// one thing to do, and Back.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/failures';
import { useSettings } from '../../api/queries';
import { FeePanel } from '../../features/payments/FeePanel';
import { PayPanel } from '../../features/payments/PayPanel';
import css from '../../features/payments/payments.module.css';
import { REQUESTED } from '../../features/prescriptions/basket';
import { prescriptionDetail } from '../../features/prescriptions/queries';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { useTabTitle } from '../../ui/page/tabTitle';

const TITLE = 'Prescription > Payment';

export function PaymentPage() {
  const id = useQueryParam('prescription') ?? '';
  const order = useQueryParam('token');
  // The wallet sends back here too when the patient turned round; its order then charges nothing.
  const turnedRound = useQueryParam('wallet') === 'cancelled';
  const settings = useSettings();
  const go = useGo();
  const prescription = useQuery(prescriptionDetail(id));
  useTabTitle(TITLE);

  const view = prescription.data;
  const elsewhere = id === '' ? paths.prescriptions() : paths.prescription(id);
  // What cannot be paid is explained on the request's own page, which has the menu.
  const refused = id === '' || prescription.error instanceof ApiError;
  const nothingToPay = view !== undefined && (settings.free || view.status === 'CANCELED');
  const leaves = refused || nothingToPay;
  useEffect(() => {
    if (leaves) go(elsewhere, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `go` is another function at each render
  }, [leaves, elsewhere]);

  if (!view || leaves) {
    return (
      <Page title={TITLE} narrow>
        {prescription.isError && !leaves ? (
          <ErrorState error={prescription.error} onRetry={() => void prescription.refetch()} />
        ) : (
          <Loading rows={4} />
        )}
      </Page>
    );
  }
  return (
    <div className={css['page']}>
      <FeePanel
        prescription={view}
        product={settings.product}
        backHref={elsewhere}
        medicationNames={view.medications.map((medication) => (
          <MedicationTitle key={medication._id} medication={medication} />
        ))}
      />
      <PayPanel
        key={view._id}
        prescription={view}
        returnedOrder={turnedRound ? undefined : order}
        requested={REQUESTED}
        onFinished={() => go(elsewhere, { replace: true })}
      />
    </div>
  );
}
