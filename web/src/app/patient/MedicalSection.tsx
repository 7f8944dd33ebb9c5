/**
 * The medical information of the patient for staff: the newest record, and the
 * past ones each in a dialog.
 */
import type { MedicalInfo } from '../../api/types';
import { MedicalHistory } from '../../features/medical-info/MedicalHistory';
import { MedicalInfoView } from '../../features/medical-info/MedicalInfoView';
import { EmptyState, ErrorState, Loading } from '../../ui/feedback/states';
import styles from './patient.module.css';

type Props = { records: MedicalInfo[] | undefined; failed: string | null; onRetry: () => void };

export function MedicalSection({ records, failed, onRetry }: Props) {
  if (failed !== null) return <ErrorState text="Server side Error!" detail={failed} onRetry={onRetry} />;
  if (!records) return <Loading text="Please wait, loading the medical information..." rows={3} />;
  const newest = records[0];
  if (!newest) return <EmptyState text="This patient has not entered medical information yet." />;
  return (
    <div className={styles.sectionBody}>
      <MedicalInfoView record={newest} />
      <MedicalHistory records={records} />
    </div>
  );
}
