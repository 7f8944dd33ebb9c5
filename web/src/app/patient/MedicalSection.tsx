// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The medical information of the patient for staff: the newest record, and the
 * past ones each in a dialog. Those are asked for when the section is open.
 */
import { useQuery } from '@tanstack/react-query';

import { MedicalHistory } from '../../features/medical-info/MedicalHistory';
import { MedicalInfoView } from '../../features/medical-info/MedicalInfoView';
import { medicalInfoRecords, type MedicalState } from '../../features/medical-info/queries';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import styles from './patient.module.css';

type Props = {
  personId: string;
  birthDate: string | null;
  state: MedicalState | undefined;
  /** What the call threw; null while it did not. */
  failure: unknown;
  onRetry: () => void;
};

export function MedicalSection({ personId, birthDate, state, failure, onRetry }: Props) {
  if (failure !== null) return <ErrorState error={failure} onRetry={onRetry} />;
  if (!state) return <Loading text="Please wait, loading the medical information..." rows={3} />;
  if (!state.newest) return <EmptyState text="This patient has not entered medical information yet." />;
  return (
    <div className={styles.sectionBody}>
      <MedicalInfoView record={state.newest} birthDate={birthDate} />
      {state.count > 1 && <Past personId={personId} />}
    </div>
  );
}

function Past({ personId }: { personId: string }) {
  const records = useQuery(medicalInfoRecords(personId));
  if (records.isError && !records.data) {
    return (
      <ErrorState
        text="The past records couldn’t be loaded"
        error={records.error}
        onRetry={() => void records.refetch()}
      />
    );
  }
  if (!records.data) return <Loading text="Loading..." rows={1} />;
  return <MedicalHistory records={records.data} />;
}
