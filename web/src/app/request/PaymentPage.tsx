// SPDX-License-Identifier: AGPL-3.0-or-later

// Prescription > Payment: the fee on evergreen, the ways to pay beside it. No side bar here: there is
// one thing to do, and Back.
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/failures';
import { useSettings } from '../../api/queries';
import { FeePanel } from '../../features/payments/FeePanel';
import { PayPanel } from '../../features/payments/PayPanel';
import css from '../../features/payments/payments.module.css';
import { prescriptionDetail } from '../../features/prescriptions/queries';
import { MedicationTitle } from '../../features/prescriptions/MedicationTitle';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { ButtonLink, useGo, useQueryParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page, useTabTitle } from '../../ui/page/Page';

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

  const missing = id === '' || (prescription.error instanceof ApiError && prescription.error.status === 404);
  if (missing) {
    return (
      <Page title={TITLE} narrow>
        <EmptyState
          text="Prescription is not available!"
          action={<ButtonLink href={paths.prescriptions()}>Back</ButtonLink>}
        />
      </Page>
    );
  }
  if (prescription.isError) {
    return (
      <Page title={TITLE} narrow>
        <ErrorState error={prescription.error} onRetry={() => void prescription.refetch()} />
      </Page>
    );
  }
  if (!prescription.data) {
    return (
      <Page title={TITLE} narrow>
        <Loading rows={4} />
      </Page>
    );
  }
  const view = prescription.data;
  const detail = paths.prescription(view._id);
  if (settings.free || view.status === 'CANCELED') {
    return (
      <Page title={TITLE} narrow>
        <EmptyState
          text={settings.free ? 'There is nothing to pay.' : 'This request was canceled.'}
          action={<ButtonLink href={detail}>Back</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <div className={css['page']}>
      <FeePanel
        prescription={view}
        product={settings.product}
        backHref={detail}
        medicationNames={view.medications.map((medication) => (
          <MedicationTitle key={medication._id} medication={medication} />
        ))}
      />
      <PayPanel
        key={view._id}
        prescription={view}
        returnedOrder={turnedRound ? undefined : order}
        onFinished={() => go(detail, { replace: true })}
      />
    </div>
  );
}
