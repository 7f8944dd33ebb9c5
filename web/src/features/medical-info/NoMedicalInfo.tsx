// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is shown, and offered, to people without a record. */
import { EmptyState } from '../../ui/feedback/states';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';

export function NoMedicalInfo() {
  return (
    <EmptyState
      text="No medical information, please add your Medical Information."
      action={<ButtonLink href={paths.medicalInfoEdit()}>Add</ButtonLink>}
    />
  );
}
