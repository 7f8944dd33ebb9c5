// SPDX-License-Identifier: AGPL-3.0-or-later

// The first of two choices: the company. Without sleep information there is nothing to send yet.
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/session';
import { sleepClinics, sleepInfos } from '../../features/sleep-studies/queries';
import { CompanyTable } from '../../features/sleep-studies/ClinicTables';
import { NoSleepInfo } from '../../features/sleep-studies/NoSleepInfo';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';

export function SleepClinicsPage() {
  const me = useMe();
  const infos = useQuery(sleepInfos(me.Person._id));
  const clinics = useQuery(sleepClinics());
  const failed = infos.isError || clinics.isError;
  return (
    <Page
      title="Choose a sleep clinic"
      crumbs={[{ text: 'Sleep Information', href: paths.sleepInfo() }, { text: 'Choose a sleep clinic' }]}
      narrow
    >
      {failed ? (
        <ErrorState
          error={infos.error ?? clinics.error}
          onRetry={() => {
            void infos.refetch();
            void clinics.refetch();
          }}
        />
      ) : null}
      {!failed && (infos.isPending || clinics.isPending) ? <Loading rows={5} /> : null}
      {clinics.data && infos.data?.length === 0 ? <NoSleepInfo /> : null}
      {infos.data?.length && clinics.data ? (
        <>
          <p>Please choose one of the sleep diagnostic clinic companies below:</p>
          <CompanyTable clinics={clinics.data} />
        </>
      ) : null}
    </Page>
  );
}
