// SPDX-License-Identifier: AGPL-3.0-or-later

// The first step of a request: the medical information as it stands, to be edited or confirmed.
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../api/session';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { MedicalInfoView } from '../../features/medical-info/MedicalInfoView';
import { NoMedicalInfo } from '../../features/medical-info/NoMedicalInfo';
import { RequestSteps } from '../../features/prescriptions/RequestSteps';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate } from '../../ui/format';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { Page } from '../../ui/page/Page';
import css from './request.module.css';

export function RequestReviewPage() {
  const me = useMe();
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const newest = records.data?.[0];
  return (
    <Page
      title="Review your medical information"
      lead="Is everything still correct? Your doctor reads this with your request."
      narrow
    >
      <RequestSteps current={1} />
      {records.isPending ? <Loading text="Please wait, loading the medical information..." rows={6} /> : null}
      {records.isError ? <ErrorState error={records.error} onRetry={() => void records.refetch()} /> : null}
      {records.data && !newest ? <NoMedicalInfo /> : null}
      {newest ? (
        <>
          <Card>
            {newest.CreatedAt ? <p>Saved {formatDate(newest.CreatedAt)}</p> : null}
            <MedicalInfoView record={newest} birthDate={me.Person.DateOfBirth} />
          </Card>
          <div className={css['review']}>
            <ButtonLink variant="default" href={paths.medicalInfoEdit({ back: paths.requestReview() })}>
              Edit
            </ButtonLink>
            <ButtonLink href={paths.requestForm()}>Confirm</ButtonLink>
          </div>
        </>
      ) : null}
    </Page>
  );
}
