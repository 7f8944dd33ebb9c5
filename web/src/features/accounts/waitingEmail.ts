// SPDX-License-Identifier: AGPL-3.0-or-later

// The address that was just registered, carried from the sign-up to the confirmation without
// standing in the address bar.

let address = '';

export const waitingEmail = {
  get: (): string => address,
  set(email: string): void {
    address = email;
  },
};
