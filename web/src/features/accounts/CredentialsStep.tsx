// SPDX-License-Identifier: AGPL-3.0-or-later

// Step 3 of the sign-up: phones, e-mail and password, each pair compared when it is left.
import { IconAlertTriangle } from '@tabler/icons-react';
import { BestPhone, EmailPair, PasswordPair, PhonePair } from './CredentialFields';
import type { StepProps } from './PersonalStep';
import classes from './registration.module.css';

export function CredentialsStep(parts: StepProps) {
  return (
    <>
      <PhonePair {...parts} />
      <p className={classes['warned']}>
        <IconAlertTriangle size={18} aria-hidden="true" /> You can’t change your cell phone number later.
      </p>
      <BestPhone {...parts} cell={parts.form.PhoneNumber} />
      <EmailPair {...parts} />
      <PasswordPair {...parts} />
    </>
  );
}
