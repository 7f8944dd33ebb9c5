// SPDX-License-Identifier: AGPL-3.0-or-later

// A telephone or fax number: never broken over two lines, since its hyphens invite it.
import { formatPhone } from './format';

export function PhoneNumber({ number }: { readonly number: string | null | undefined }) {
  return <span className="s-nowrap">{formatPhone(number)}</span>;
}
