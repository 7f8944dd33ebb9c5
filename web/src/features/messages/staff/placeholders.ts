// SPDX-License-Identifier: AGPL-3.0-or-later

/** What stands in braces in a template, and what it becomes. The server knows the same names. */
import type { MessageRow, PublicSettings, UserView } from '../../../api/generated/schema';
import { formatPhone } from '../../../ui/format';
import { nameOf } from '../rules';

export const PLACEHOLDERS: readonly { readonly name: string; readonly means: string }[] = [
  { name: 'FirstName', means: 'recipient’s first name' },
  { name: 'LastName', means: 'recipient’s last name' },
  { name: 'ClinicName', means: 'clinic’s name' },
  { name: 'ClinicPhone', means: 'clinic’s phone number' },
  { name: 'MyName', means: 'your own name' },
];

type Facts = {
  message: Pick<MessageRow, 'about' | 'from' | 'to'>;
  me: Pick<UserView, 'Person'>;
  settings: Pick<PublicSettings, 'clinicName' | 'clinics'>;
};

/** The text with its placeholders filled. What cannot be filled stays, so that it is seen. */
export function fillPlaceholders(text: string, { message, me, settings }: Facts): string {
  const mine = me.Person._id;
  const other =
    message.about ?? (message.from && message.from._id !== mine ? message.from : (message.to[0] ?? null));
  const clinic = settings.clinics[0];
  const values: Record<string, string | undefined> = {
    FirstName: other?.FirstName,
    LastName: other?.LastName,
    ClinicName: settings.clinicName,
    ClinicPhone: clinic && formatPhone(clinic.phone),
    MyName: nameOf(me.Person),
  };
  return text.replaceAll(/\{(\p{L}+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
