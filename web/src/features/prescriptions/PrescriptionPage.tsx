// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * One request in detail: what was asked for and decided, whose it is, where it
 * goes, and its story. Live events refresh it. Staff decide on the patient page,
 * not here.
 */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMail, IconPhone, IconReceipt, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/failures';
import type { PrescriptionView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { callAddress, formatDate, formatDateTime, nameAndBirth } from '../../ui/format';
import { ButtonLink, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { PHONE_WIDTH } from '../../ui/widths';
import { CancelRequest } from './CancelRequest';
import { MedicationsCard, PaymentCard, PersonCard, PharmacyCard, StatusCard } from './DetailCards';
import css from './detail.module.css';
import { InvoiceDialog } from './InvoiceDialog';
import { requestTitle } from './medicationText';
import { NamePharmacy, type PharmacySlot } from './NamePharmacy';
import { canBeMissing, NotThereYet } from './NotThereYet';
import { wayOf } from './outcome';
import { OutcomeNotice } from './OutcomeNotice';
import { hasInvoice } from './payment';
import { prescriptionDetail, renewableList } from './queries';
import { dueRenewables, wasSupplied } from './renewals';
import { Foot } from './RequestFoot';
import { RequestStatus } from './RequestStatus';
import { SendWithoutFee } from './SendWithoutFee';
import { StaffRequestStatus } from './StaffRequestStatus';
import { hasArrived, pharmacyOf } from './timeline';

/** The return of a cancelled request's fee, which belongs to another feature. */
type ReturnFeeSlot = (prescription: PrescriptionView) => ReactNode;

interface PageProps {
  readonly pharmacySearch: PharmacySlot;
  readonly returnFee: ReturnFeeSlot;
}

export function PrescriptionPage({ pharmacySearch, returnFee }: PageProps) {
  const id = useRouteParam('id');
  const prescription = useQuery(prescriptionDetail(id));
  const { error } = prescription;
  if (prescription.data)
    return <Detail prescription={prescription.data} pharmacySearch={pharmacySearch} returnFee={returnFee} />;
  return (
    <Page title="Prescription" crumbs={[{ text: 'Prescription History', href: paths.prescriptions() }]}>
      {error === null ? (
        <Loading rows={5} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          text="Prescription is not available!"
          action={<ButtonLink href={paths.prescriptions()}>Back</ButtonLink>}
        />
      ) : (
        <ErrorState
          error={prescription.error}
          text={error.message}
          onRetry={() => void prescription.refetch()}
        />
      )}
    </Page>
  );
}

interface DetailProps extends PageProps {
  readonly prescription: PrescriptionView;
}

function Detail({ prescription, pharmacySearch, returnFee }: DetailProps) {
  const me = useMe();
  const [invoice, setInvoice] = useState(false);
  const isPatient = me.Role === 'ROLE_PATIENT';
  const { label, person, medications } = prescription;
  const drugs = requestTitle(medications);
  const born = person.DateOfBirth ? `Born ${formatDate(person.DateOfBirth)}` : null;
  return (
    <Page
      // Patients know whose it is and look for what; the staff begin with whose.
      title={isPatient ? drugs : `${person.FirstName} ${person.LastName}`}
      printHead={`${nameAndBirth(person)}, ${label}`}
      // No drug and no person in the browser's history.
      tabTitle={`Prescription ${label}`}
      crumbs={[{ text: 'Prescription History', href: paths.prescriptions() }, { text: label }]}
      lead={
        <span className={css.lead}>
          {isPatient ? null : <strong>{born}</strong>}
          <span className={`s-nowrap ${(isPatient && css.label) || ''}`}>{label}</span>
          {isPatient ? (
            <RequestStatus prescription={prescription} />
          ) : (
            <StaffRequestStatus prescription={prescription} />
          )}
          Requested {formatDateTime(prescription.createdAt)}
        </span>
      }
      actions={
        <>
          {isPatient ? null : returnFee(prescription)}
          {hasInvoice(prescription) ? (
            <Button
              variant="default"
              leftSection={<IconReceipt size={20} aria-hidden />}
              onClick={() => setInvoice(true)}
            >
              Invoice
            </Button>
          ) : null}
          {isPatient ? (
            <>
              <OwnNextStep prescription={prescription} />
              {/* What cannot be undone comes last. */}
              <CancelRequest prescription={prescription} label="Cancel request" />
            </>
          ) : (
            <ButtonLink href={paths.patient(person._id)} leftSection={<IconUser size={18} aria-hidden />}>
              Open patient
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={css.top}>
        <OutcomeNotice
          prescription={prescription}
          forPatient={isPatient}
          action={isPatient && canBeMissing(prescription) && <NotThereYet request={prescription} />}
        />
        {isPatient ? <NamePharmacy prescription={prescription} pharmacySearch={pharmacySearch} /> : null}
      </div>
      <div className={css.columns} data-patient={isPatient || undefined}>
        <div className={css.main}>
          <MedicationsCard prescription={prescription} forPatient={isPatient} />
        </div>
        <div className={css.side}>
          <StatusCard prescription={prescription} forPatient={isPatient} />
          {isPatient && <PaymentCard prescription={prescription} />}
        </div>
        <div className={css.pair}>
          <PersonCard prescription={prescription} forPatient={isPatient} />
          <PharmacyCard prescription={prescription} />
        </div>
      </div>
      {isPatient ? <CallFoot prescription={prescription} /> : null}
      {invoice ? <InvoiceDialog prescriptionId={prescription._id} onClose={() => setInvoice(false)} /> : null}
    </Page>
  );
}

/** On a phone, once the pharmacy has it: the one thing left to do. */
function CallFoot({ prescription }: { readonly prescription: PrescriptionView }) {
  const isPhone = useMediaQuery(PHONE_WIDTH, false, { getInitialValueInEffect: false });
  const { phone1 } = pharmacyOf(prescription);
  const isThere = hasArrived(prescription) && wayOf(prescription) === 'faxed';
  if (!isPhone || !isThere || !phone1) return null;
  return (
    <Foot>
      <Button
        component="a"
        size="lg"
        fullWidth
        href={callAddress(phone1)}
        leftSection={<IconPhone size={20} aria-hidden />}
      >
        Call the pharmacy
      </Button>
    </Foot>
  );
}

/** What a patient does next, by how far the request is: pay, ask the clinic, or renew once it is due. */
function OwnNextStep({ prescription }: { readonly prescription: PrescriptionView }) {
  const isSupplied = wasSupplied(prescription);
  const renewable = useQuery({ ...renewableList(prescription.person._id), enabled: isSupplied });
  const isDue = dueRenewables(renewable.data ?? []).some((one) => one.prescription === prescription._id);
  return (
    <>
      {prescription.status === 'CREATED' ? null : (
        <ButtonLink
          variant="default"
          href={paths.messaging()}
          leftSection={<IconMail size={20} aria-hidden />}
        >
          Message the clinic
        </ButtonLink>
      )}
      {isSupplied ? (
        <ButtonLink variant={isDue ? 'filled' : 'default'} href={paths.renew(prescription._id)}>
          Renew
        </ButtonLink>
      ) : null}
      {prescription.status === 'CREATED' && prescription.canPay ? (
        <ButtonLink href={paths.payment({ prescription: prescription._id })}>Pay Now</ButtonLink>
      ) : null}
      <SendWithoutFee prescription={prescription} />
    </>
  );
}
