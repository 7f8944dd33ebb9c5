// Laboratory reports that no patient was found for, with the search for patients beside them.
import { LabExceptions, type PickPatient } from '../../features/lab-tests/LabExceptions';
import { Page } from '../../ui/page/Page';
import { PatientPicker } from '../messaging/PatientPicker';

const pickPatient: PickPatient = (onChoose) => <PatientPicker onChoose={onChoose} />;

export function LabExceptionsPage() {
  return (
    <Page
      title="Lab exceptions"
      lead="Reports from laboratories whose health number and date of birth fit none of our patients."
    >
      <LabExceptions pickPatient={pickPatient} />
    </Page>
  );
}
