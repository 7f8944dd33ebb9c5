// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The office corrects a patient's particulars. The partner clinic's record
 * system hears of it first; when it does not take the change, nothing changes
 * here either. Loads the person, then hands over to the form.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '../../api/failures';
import type { PersonView } from '../../api/generated/schema';
import { personProfile } from '../../features/people/staff/queries';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { AppLink, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { Page } from '../../ui/page/Page';
import { EditPersonalInfo } from './EditPersonalInfo';

const TITLE = 'Edit personal information';

export function PersonalInfoEditPage() {
  const id = useRouteParam('id');
  const person = useQuery({ ...personProfile(id), enabled: id !== '' });
  if (person.data) return <Editing key={id} person={person.data} />;
  const gone = person.error instanceof ApiError && person.error.status === 404;
  return (
    <Page title={TITLE} narrow>
      {person.isError && gone && (
        <EmptyState
          text="No patient is selected."
          hint="Please choose one on the patients page."
          action={<AppLink href={paths.patients()}>Go to the patients page</AppLink>}
        />
      )}
      {person.isError && !gone && <ErrorState error={person.error} onRetry={() => void person.refetch()} />}
      {!person.isError && <Loading text="Loading..." rows={6} />}
    </Page>
  );
}

/** The form begins with what was read first: what comes later must not change under one's hands. */
function Editing({ person }: { person: PersonView }) {
  const [first] = useState(person);
  const name = `${first.FirstName} ${first.LastName}`;
  return (
    <Page
      title={TITLE}
      narrow
      crumbs={[
        { text: 'Patients', href: paths.patients() },
        { text: name, href: paths.patient(first._id, { section: 'personal' }) },
        { text: TITLE },
      ]}
    >
      <EditPersonalInfo person={first} />
    </Page>
  );
}
