// SPDX-License-Identifier: AGPL-3.0-or-later

// Editing medical information: one's own, or as a doctor a patient's (the id in the address). Waits for
// the record and the option lists, then hands over to the form.
import { useQuery } from '@tanstack/react-query';
import { useOptions } from '../../api/queries';
import { session, useMe } from '../../api/session';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { personProfile } from '../../features/people/staff/queries';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { useGo, useQueryParam, useRouteParam } from '../../ui/links/AppLink';
import { paths, safeNext } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { EditMedicalInfo } from './EditMedicalInfo';

const TITLE = 'Edit medical information';

export function MedicalInfoEditPage() {
  const me = useMe();
  const go = useGo();
  const id = useRouteParam('id');
  const back = useQueryParam('back');
  const own = id === '' || id === me.Person._id;
  const person = useQuery({ ...personProfile(id), enabled: !own });
  const options = useOptions();
  const records = useQuery(medicalInfoRecords(own ? me.Person._id : id));
  const whose = own ? me.Person : person.data;

  if (records.isError || options.isError || person.isError) {
    return (
      <Page title={TITLE}>
        <ErrorState
          error={records.error ?? options.error ?? person.error}
          onRetry={() => {
            void records.refetch();
            void options.refetch();
          }}
        />
      </Page>
    );
  }
  if (!records.data || !options.data || !whose) {
    return (
      <Page title={TITLE}>
        <Loading text="Please wait, loading the medical information..." rows={6} />
      </Page>
    );
  }
  const away = own
    ? back === undefined
      ? paths.medicalInfo()
      : safeNext(back)
    : paths.patient(id, { section: 'medical' });
  return (
    <EditMedicalInfo
      title={records.data.length === 0 ? 'Enter medical information' : TITLE}
      person={whose}
      before={records.data[0]}
      options={options.data}
      onCancel={() => go(away)}
      onSaved={(isFirst) => {
        // The menu and the dashboard open up once there is a record.
        if (own) void session.refresh();
        go(own && isFirst ? paths.dashboard() : away, { saved: true });
      }}
    />
  );
}
