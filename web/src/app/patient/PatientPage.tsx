// SPDX-License-Identifier: AGPL-3.0-or-later

/** The patient page before it is there: which patient, loading, nobody, or an error. */
import { IconUserOff } from '@tabler/icons-react';
import { ApiError } from '../../api/failures';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import { AppLink, useRouteParam } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';
import { useTabTitle } from '../../ui/page/Page';
import { useOpenedPatient } from './queries';
import { Patient } from './Patient';
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
  if (page.data) return <Patient id={id} chart={page.data.chart} />;
  if (page.isError && !isNobody(page.error)) {
    return (
      <div className={styles.state}>
        <h1 className={styles.name}>Patient</h1>
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      </div>
    );
  }
  if (page.isError) {
    return (
      <div className={styles.state}>
        <h1 className={styles.name}>Patient</h1>
        <EmptyState
          icon={IconUserOff}
          text="This patient was not found"
          hint="The link may be old or incomplete, or the record is not one that you may see."
          action={<AppLink href={paths.patients()}>Go to the patients page</AppLink>}
        />
      </div>
    );
  }
  if (id === '') {
    return (
      <div className={styles.state}>
        <h1 className={styles.name}>Patient</h1>
        <EmptyState
          text="No patient is selected."
          hint="Please choose one on the patients page."
          action={<AppLink href={paths.patients()}>Go to the patients page</AppLink>}
        />
      </div>
    );
  }
  return (
    <div className={styles.state}>
      <Loading text="Loading..." rows={4} />
    </div>
  );
}

function isNobody(failure: Error): boolean {
  return failure instanceof ApiError && failure.status === 404;
}
