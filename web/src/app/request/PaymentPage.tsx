// SPDX-License-Identifier: AGPL-3.0-or-later

// Prescription > Payment: the fee on evergreen, the ways to pay beside it. No side bar here: there is
// one thing to do, and Back.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/failures';
import { useSettings } from '../../api/queries';
import type { PrescriptionView } from '../../api/generated/schema';
import { FeePanel } from '../../features/payments/FeePanel';
import { PayPanel } from '../../features/payments/PayPanel';
import css from '../../features/payments/payments.module.css';
import { prescriptionTill } from '../../features/payments/prescriptionTill';
import { usePayment } from '../../features/payments/usePayment';
import { REQUESTED } from '../../features/prescriptions/basket';
import { prescriptionDetail } from '../../features/prescriptions/queries';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { useGo, useQueryParam } from '../../ui/links/AppLink';
import { type Address, paths } from '../../ui/links/paths';
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
  if (refused || (view !== undefined && settings.free)) return <Leaves to={elsewhere} />;
  if (!view) {
    return (
      <Page title={TITLE} narrow>
        {prescription.isError ? (
          <ErrorState error={prescription.error} onRetry={() => void prescription.refetch()} />
        ) : (
          <Loading rows={4} />
        )}
      </Page>
    );
  }
  return (
    <Paying
      key={view._id}
      view={view}
      elsewhere={elsewhere}
      returnedOrder={turnedRound ? undefined : order}
      onFinished={() => go(elsewhere, { replace: true })}
    />
  );
}

/** On the way to where it is explained. */
function Leaves({ to }: { readonly to: Address }) {
  const leave = useEffectEvent(useGo());
  useEffect(() => leave(to, { replace: true }), [to]);
  return (
    <Page title={TITLE} narrow>
      <Loading rows={4} />
    </Page>
  );
}

interface PayingProps {
  readonly view: PrescriptionView;
  readonly elsewhere: Address;
  readonly returnedOrder: string | undefined;
  readonly onFinished: () => void;
}

function Paying({ view, elsewhere, returnedOrder, onFinished }: PayingProps) {
  const { product } = useSettings();
  const payment = usePayment(view, prescriptionTill);
  // Paid or given up before, or elsewhere: it is no news of this page.
  if (payment.step === 'over') return <Leaves to={elsewhere} />;
  return (
    <div className={css['page']}>
      <FeePanel
        prescription={view}
        product={product}
        backHref={elsewhere}
        medicationNames={view.medications.map((medication) => (
          <MedicationTitle key={medication._id} medication={medication} />
        ))}
      />
      <PayPanel
        prescription={view}
        payment={payment}
        returnedOrder={returnedOrder}
        requested={REQUESTED}
        onFinished={onFinished}
      />
    </div>
  );
}
