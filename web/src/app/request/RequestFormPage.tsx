// SPDX-License-Identifier: AGPL-3.0-or-later

// The request form: waits for what it needs (draft, medical information, options, the patient's own
// medications) and then hands over to the form. Without medical information there is nothing to request yet.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useOptions } from '../../api/queries';
import { useMe } from '../../api/session';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { refillableOf } from '../../features/prescriptions/currentMedications';
import { prescriptionDraft, renewableList } from '../../features/prescriptions/queries';
import { RequestHead } from '../../features/prescriptions/RequestSteps';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { useArrived } from '../../ui/feedback/useIsSlow';
import { useGo } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { PageFrame } from '../../ui/page/Page';
import css from './request.module.css';
import { FORM_TITLE, RequestForm } from './RequestForm';

export function RequestFormPage() {
  const me = useMe();
  const go = useGo();
  const draft = useQuery(prescriptionDraft());
  const options = useOptions();
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const newest = records.data?.[0];
  const taken = newest?.MedicationsCurrentlyTaken ?? [];
  // The rows are a help: without them one still searches.
  const supply = useQuery(renewableList(me.Person._id));
  const recorded = useQuery({
    ...refillableOf(taken),
    enabled: newest !== undefined,
    // What is recorded may be changed in another tab: the form stays meanwhile, with what is in it.
    placeholderData: keepPreviousData,
  });
  const isHere = useArrived([supply, recorded].some((one) => one.isPending && one.failureCount === 0));
  const missing = records.data?.length === 0;
  useEffect(() => {
    if (missing) go(paths.requestReview(), { replace: true });
  }, [missing, go]);

  const failed = [draft, options, records].some((one) => one.isError && one.data === undefined);
  if (failed) {
    return (
      <Waiting>
        <ErrorState
          error={draft.error ?? options.error ?? records.error}
          onRetry={() => {
            void draft.refetch();
            void options.refetch();
            void records.refetch();
          }}
        />
      </Waiting>
    );
  }
  if (!draft.data || !options.data || !newest || !isHere) {
    return (
      <Waiting>
        <Loading rows={5} />
      </Waiting>
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
      taken={taken}
      supplied={supply.data ?? []}
      recorded={recorded.data ?? null}
      startPharmacy={start}
    />
  );
}

function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <PageFrame className={css['page']}>
      <div className={css['main']}>
        <RequestHead current={2} title={FORM_TITLE} />
        {children}
      </div>
    </PageFrame>
  );
}
