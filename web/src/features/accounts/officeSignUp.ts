// SPDX-License-Identifier: AGPL-3.0-or-later

// The office's sign-up: names, a valid cell phone and credentials, nothing else (specification 000
// section 5).
import type { Fault } from '../../ui/forms/faults';
import { isEmptyText, faultsIn } from './checks';
import { emailFaults, passwordFaults, phoneFaults } from './credentials';
import type { SignUp } from './signUp';

export function officeFaults(form: SignUp): Fault[] {
  return [
    ...faultsIn([
      { field: 'FirstName', wrong: isEmptyText(form.FirstName), message: 'Valid first name is required' },
      { field: 'LastName', wrong: isEmptyText(form.LastName), message: 'Valid last name is required' },
    ]),
    ...phoneFaults(form),
    ...emailFaults(form),
    ...passwordFaults(form),
  ];
}

/** The request; without an invitation it says which role it is for. */
export function officeRequestOf(form: SignUp, token: string | undefined, captcha: string | null): FormData {
  const data = new FormData();
  for (const name of ['FirstName', 'LastName', 'PhoneNumber', 'Email'] as const)
    data.set(name, form[name].trim());
  data.set('Password', form.Password);
  data.set('Role', 'ROLE_OFFICE');
  if (token !== undefined) data.set('officeRegistrationToken', token);
  for (const name of [
    'consentCommunication',
    'consentPharmaNetPolicy',
    'consentPrivacyPolicy',
    'consentTermsOfUse',
  ] as const)
    data.set(name, String(form[name]));
  if (captcha !== null) data.set('captcha', captcha);
  return data;
}
