// SPDX-License-Identifier: AGPL-3.0-or-later

// The office's sign-up: names, a valid cell phone and credentials, nothing else (specification 000
// section 5).
import type { RegistrationForm } from '../../api/generated/schema';
import type { Fault } from '../../ui/forms/faults';
import { isEmptyText, faultsIn } from './checks';
import { emailFaults, passwordFaults, phoneFaults } from './credentials';
import { consentsOf, type SignUp } from './signUp';

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
export function officeRequestOf(
  form: SignUp,
  token: string | undefined,
  captcha: string | null,
): RegistrationForm {
  return {
    FirstName: form.FirstName.trim(),
    LastName: form.LastName.trim(),
    PhoneNumber: form.PhoneNumber.trim(),
    Email: form.Email.trim(),
    Password: form.Password,
    Role: 'ROLE_OFFICE',
    officeRegistrationToken: token,
    ...consentsOf(form),
    captcha: captcha ?? undefined,
  };
}
