// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The patient's own medical information: the newest record, Edit, and each
 * earlier record in a dialog. Editing has its own page.
 */
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/session';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import { medicalInfoRecords } from './queries';
import { MedicalHistory } from './MedicalHistory';
import { MedicalInfoView } from './MedicalInfoView';
import css from './MedicalInfoView.module.css';
import { NoMedicalInfo } from './NoMedicalInfo';

export function MedicalInfoPage() {
  const me = useMe();
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const newest = records.data?.[0];
  const edit = newest ? <ButtonLink href={paths.medicalInfoEdit()}>Edit</ButtonLink> : undefined;
  return (
    <Page title="Medical Information" actions={edit} narrow>
      {records.isPending ? <Loading text="Please wait, loading the medical information..." rows={6} /> : null}
      {records.isError ? <ErrorState error={records.error} onRetry={() => void records.refetch()} /> : null}
      {records.data && !newest ? <NoMedicalInfo /> : null}
      {newest ? (
        <Card>
          {newest.CreatedAt ? <p className={css.updated}>Saved {formatDate(newest.CreatedAt)}</p> : null}
          <MedicalInfoView record={newest} />
        </Card>
      ) : null}
      <MedicalHistory records={records.data ?? []} />
    </Page>
  );
}
