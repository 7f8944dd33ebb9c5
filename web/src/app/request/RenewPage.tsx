// SPDX-License-Identifier: AGPL-3.0-or-later

// Renewing an earlier prescription in one page: waits for that prescription, the draft, the medical
// information and the options, and then hands over to the form.
import { useQuery } from '@tanstack/react-query';
import { useOptions } from '../../api/queries';
import { useMe } from '../../api/session';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { prescriptionDetail, prescriptionDraft, renewableList } from '../../features/prescriptions/queries';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { ButtonLink, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { RenewForm } from './RenewForm';

export function RenewPage() {
  const me = useMe();
  const prescription = useQuery(prescriptionDetail(useRouteParam('id')));
  const draft = useQuery(prescriptionDraft());
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const options = useOptions();
  const supply = useQuery(renewableList(me.Person._id));
  const all = [prescription, draft, records, options, supply];
  const record = records.data?.[0];
  if (prescription.data && draft.data && record && options.data && supply.data) {
    return (
      <RenewForm
        person={me.Person}
        earlier={prescription.data}
        stored={draft.data}
        record={record}
        options={options.data}
        supply={supply.data}
      />
    );
  }
  return (
    <Page title="Renew" crumbs={[{ text: 'Prescription History', href: paths.prescriptions() }]}>
      {all.some((one) => one.isError) ? (
        <ErrorState
          error={all.find((one) => one.isError)?.error}
          text={prescription.isError ? 'Prescription is not available!' : undefined}
          onRetry={() => {
            for (const one of all) if (one.isError) void one.refetch();
          }}
        />
      ) : records.data && !record ? (
        <EmptyState
          text="No medical information, please add your Medical Information."
          action={<ButtonLink href={paths.medicalInfoEdit()}>Add</ButtonLink>}
        />
      ) : (
        <Loading rows={5} />
      )}
    </Page>
  );
}
