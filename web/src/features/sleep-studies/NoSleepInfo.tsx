// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is shown, and offered, to people without sleep information. */
import { IconZzz } from '@tabler/icons-react';
import { EmptyState } from '../../ui/feedback/states';
import { ButtonLink } from '../../ui/links/AppLink';
import { paths } from '../../ui/links/paths';

export function NoSleepInfo() {
  return (
    <EmptyState
      icon={IconZzz}
      text="No sleep info, please add your Sleep Info."
      action={<ButtonLink href={paths.sleepInfoEdit()}>Add</ButtonLink>}
    />
  );
}
