// SPDX-License-Identifier: AGPL-3.0-or-later

// The credentials on the profile: what may be changed by whom (decision 14), what is checked, and what
// of it is sent: only what differs.
import type { UserView } from '../../api/generated/schema';
import type { Fault } from '../../ui/forms/faults';
import { digitsOf } from '../../ui/forms/PhoneBoxes';
import type { CredentialChange } from './commands';
import { faultsIn } from './checks';
import {
  type BestPhoneParts,
  bestPhoneFaults,
  type PasswordParts,
  passwordFaults,
  type PhoneParts,
  phoneFaults,
} from './credentials';

export interface OwnCredentials extends PhoneParts, BestPhoneParts, PasswordParts {
  readonly currentPassword: string;
}

export function credentialsOf(me: UserView): OwnCredentials {
  const cell = digitsOf(me.Person.PhoneNumber);
  const best = digitsOf(me.Person.BestPhoneNumber);
  return {
    PhoneNumber: cell,
    confirmPhoneNumber: cell,
    BestPhoneNumber: best,
    sameAsCell: best !== '' && best === cell,
    Password: '',
    confirmPassword: '',
    currentPassword: '',
  };
}

/** What differs from what is kept. */
export function changesIn(form: OwnCredentials, me: UserView): Omit<CredentialChange, 'currentPassword'> {
  const before = credentialsOf(me);
  const patient = me.Role === 'ROLE_PATIENT';
  return {
    ...(!patient && form.PhoneNumber !== before.PhoneNumber ? { PhoneNumber: form.PhoneNumber } : {}),
    ...(patient && form.BestPhoneNumber !== before.BestPhoneNumber
      ? { BestPhoneNumber: form.BestPhoneNumber }
      : {}),
    ...(form.Password === '' ? {} : { Password: form.Password }),
  };
}

export function ownCredentialFaults(form: OwnCredentials, me: UserView): Fault[] {
  const patient = me.Role === 'ROLE_PATIENT';
  const newPassword = form.Password !== '' || form.confirmPassword !== '';
  return [
    ...(patient ? bestPhoneFaults(form) : phoneFaults(form)),
    ...(newPassword ? passwordFaults(form) : []),
    ...faultsIn([
      {
        field: 'currentPassword',
        wrong: form.currentPassword === '',
        message: 'Current password is required',
      },
    ]),
  ];
}
