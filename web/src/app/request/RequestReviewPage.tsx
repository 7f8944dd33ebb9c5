// SPDX-License-Identifier: AGPL-3.0-or-later

// The first step of a request: one question, whether anything has changed since the medical information was
// saved. What a doctor looks at first is beside it, the rest one press away.
import { useQuery } from '@tanstack/react-query';
import type { MedicalInfo, PersonView } from '../../api/generated/schema';
import { useMe } from '../../api/session';
import { Allergies } from '../../features/medical-info/Allergies';
import { allergyAnswer } from '../../features/medical-info/allergies';
import { conditionText } from '../../features/medical-info/labels';
import { medicalInfoRecords } from '../../features/medical-info/queries';
import { MedicalInfoView } from '../../features/medical-info/MedicalInfoView';
import { NoMedicalInfo } from '../../features/medical-info/NoMedicalInfo';
import { Foot, FootLine } from '../../features/prescriptions/RequestFoot';
import { RequestHead } from '../../features/prescriptions/RequestSteps';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { formatDate } from '../../ui/format';
import { AppLink, ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Card } from '../../ui/page/Card';
import { PageFrame } from '../../ui/page/Page';
import { PhoneNumber } from '../../ui/PhoneNumber';
import css from './RequestReviewPage.module.css';

export function RequestReviewPage() {
  const me = useMe();
  const records = useQuery(medicalInfoRecords(me.Person._id));
  const newest = records.data?.[0];
  return (
    <PageFrame>
      <RequestHead current={1} title="Review your medical information" />
      {records.isPending ? <Loading text="Please wait, loading the medical information..." rows={6} /> : null}
      {records.isError ? <ErrorState error={records.error} onRetry={() => void records.refetch()} /> : null}
      {records.data && !newest ? <NoMedicalInfo /> : null}
      {newest ? <Review record={newest} person={me.Person} /> : null}
    </PageFrame>
  );
}

interface ReviewProps {
  readonly record: MedicalInfo;
  readonly person: PersonView;
}

function Review({ record, person }: ReviewProps) {
  const since = record.CreatedAt ? ` since ${formatDate(record.CreatedAt)}` : '';
  const address = [person.Address, person.City, person.Province, person.PostalCode];
  return (
    <div className={css['review']}>
      <Card
        title={`Nothing has changed${since}?`}
        action={
          <ButtonLink variant="default" href={paths.medicalInfoEdit({ back: paths.requestReview() })}>
            Edit
          </ButtonLink>
        }
      >
        <p className={css['lead']}>Your doctor reads this with your request.</p>
        <dl className={css['facts']}>
          <div>
            <dt>Conditions</dt>
            <dd>{conditionText(record)}</dd>
          </div>
          <div>
            <dt>Allergies</dt>
            <dd>
              <Allergies state={allergyAnswer(record)} />
            </dd>
          </div>
          <div>
            <dt>Address</dt>
            <dd>{address.filter((part) => part !== '').join(', ')}</dd>
          </div>
          <div>
            <dt>Phone</dt>
            <dd>
              <PhoneNumber number={person.PhoneNumber} />
            </dd>
          </div>
        </dl>
        <details className={css['all']}>
          <summary>Show all of my medical information</summary>
          <MedicalInfoView record={record} birthDate={person.DateOfBirth} />
        </details>
        <p className={css['lead']}>
          Your address and phone are in your{' '}
          <AppLink href={paths.profile()} className="s-link">
            profile
          </AppLink>
          .
        </p>
      </Card>
      <Foot>
        <ButtonLink size="lg" fullWidth href={paths.requestForm()}>
          Confirm
        </ButtonLink>
        <FootLine>Yes, nothing has changed{since}</FootLine>
      </Foot>
    </div>
  );
}
