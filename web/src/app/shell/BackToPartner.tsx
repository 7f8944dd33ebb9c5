// SPDX-License-Identifier: AGPL-3.0-or-later

// The way back to the partner clinic's site, in partner-embedded mode. Going back ends the session here,
// as Logout does: nothing is left on a device that others may use.
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSettings } from '../../api/queries';
import { session } from '../../api/session';
import classes from './BackToPartner.module.css';

export function BackToPartner() {
  const { embedded, partnerHomeUrl, partnerClinic } = useSettings();
  if (!embedded || partnerHomeUrl === null) return null;
  return (
    <Button
      className={classes['back'] ?? ''}
      variant="subtle"
      leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
      // Where it leads is the frame's habit when a session was left.
      onClick={() => void session.signOut()}
    >
      Back to {partnerClinic.name}
    </Button>
  );
}
