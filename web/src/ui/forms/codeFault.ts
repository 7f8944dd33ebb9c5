// SPDX-License-Identifier: AGPL-3.0-or-later

/** What is wrong with a code before it is sent, null for nothing: one with too few digits would be a wrong try. */
export function codeFault(typed: string, length = 6): string | null {
  const code = typed.trim();
  if (code === '') return 'Verification code is required.';
  return code.length < length ? `Enter all ${length} digits of the code.` : null;
}
