// SPDX-License-Identifier: AGPL-3.0-or-later

/** The patient page before it is there: which patient, loading, nobody, or an error; who it is stands above each. */
import { IconUserOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '../../api/failures';
import { useMe } from '../../api/session';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { AppLink, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/tabTitle';
import { knownPerson } from './knownPerson';
import { Patient } from './Patient';
import { WaitingHeader } from './PatientHeader';
import { useOpenedPatient } from './queries';
import styles from './patient.module.css';

export function PatientPage() {
  const id = useRouteParam('id');
  // No name of a person in the browser's tab or history.
  useTabTitle('Patient');
  // Another patient is another page: nothing of the one before may stay on screen.
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const page = useOpenedPatient(id);
  const client = useQueryClient();
  const { Role: role } = useMe();
  const [known] = useState(() => knownPerson(client, id));
  if (page.data) return <Patient id={id} chart={page.data.chart} />;
  const isWaiting = id !== '' && !page.isError;
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <WaitingHeader known={known} failed={!isWaiting} />
        <div className={styles.scroll} data-scroller>
          {isWaiting ? (
            <Loading text="Loading..." rows={4} />
          ) : id === '' ? (
            <EmptyState
              icon={IconUserOff}
              text="No patient is selected."
              hint="Please choose one on the patients page."
              action={<AppLink href={paths.patients()}>Go to the patients page</AppLink>}
            />
          ) : isNobody(page.error) ? (
            <EmptyState
              icon={IconUserOff}
              text="This patient was not found"
              hint="There is no patient with this address, or the record is not one that you may open."
              action={<AppLink href={paths.patients()}>Go to the patients page</AppLink>}
            />
          ) : (
            <ErrorState error={page.error} onRetry={() => void page.refetch()} />
          )}
        </div>
      </div>
      {isWaiting && (role === 'ROLE_DOCTOR' || role === 'ROLE_OFFICE') && (
        <div className={styles.sidebar} data-waiting aria-hidden="true" />
      )}
    </div>
  );
}

function isNobody(failure: Error | null): boolean {
  return failure instanceof ApiError && failure.status === 404;
}
