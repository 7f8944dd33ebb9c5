// SPDX-License-Identifier: AGPL-3.0-or-later

// The request form: waits for what it needs (draft, medical information, options) and then hands over
// to the form. Without medical information there is nothing to request yet.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOptions } from '../../api/queries';
import { useMe } from '../../api/session';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { prescriptionDraft } from '../../features/prescriptions/queries';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { RequestForm } from './RequestForm';

export function RequestFormPage() {
  const me = useMe();
  const go = useGo();
  const draft = useQuery(prescriptionDraft());
  const options = useOptions();
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const missing = records.data?.length === 0;
  useEffect(() => {
    if (missing) go(paths.requestReview(), { replace: true });
  }, [missing, go]);

  const failed = draft.isError || options.isError || records.isError;
  if (failed) {
    return (
      <Page title="Select the medications to be refilled.">
        <ErrorState
          error={draft.error ?? options.error ?? records.error}
          onRetry={() => {
            void draft.refetch();
            void options.refetch();
            void records.refetch();
          }}
        />
      </Page>
    );
  }
  const newest = records.data?.[0];
  if (!draft.data || !options.data || !newest) {
    return (
      <Page title="Select the medications to be refilled.">
        <Loading rows={5} />
      </Page>
    );
  }
  const preferred = me.Person.preferredPharmacy ?? newest.defaultPharmacy;
  // Without a fax number it is no longer in the list.
  const start = preferred.fax === '' ? null : preferred;
  return (
    <RequestForm
      person={me.Person}
      stored={draft.data}
      options={options.data}
      taken={newest.MedicationsCurrentlyTaken}
      startPharmacy={start}
    />
  );
}
