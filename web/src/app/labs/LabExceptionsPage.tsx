// SPDX-License-Identifier: AGPL-3.0-or-later

// Laboratory reports that no patient was found for, with the search for patients beside them.
import { LabExceptions } from '../../features/lab-tests/LabExceptions';
import type { PickPatient } from '../../features/lab-tests/SettleDialogs';
import { Page } from '../../ui/page/Page';
import { PatientPicker } from '../messaging/PatientPicker';

const pickPatient: PickPatient = (onChoose) => <PatientPicker onChoose={onChoose} />;

export function LabExceptionsPage() {
  return (
    <Page
      title="Lab exceptions"
      wide
      lead="Lab reports we couldn’t match to a patient by health number and date of birth."
    >
      <LabExceptions pickPatient={pickPatient} />
    </Page>
  );
}
