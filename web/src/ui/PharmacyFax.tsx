// SPDX-License-Identifier: AGPL-3.0-or-later

// Where a pharmacy is faxed to, or in few words why it is not: a number that was given up may belong to
// somebody else, so it is not shown.
import { PhoneNumber } from './PhoneNumber';

interface PharmacyFaxProps {
  readonly number: string;
  /** The server's sentence on why nothing is sent there; null if it is. */
  readonly refused: string | null;
}

export function PharmacyFax({ number, refused }: PharmacyFaxProps) {
  if (refused !== null) return shortly(refused);
  return (
    <>
      Fax <PhoneNumber number={number} />
    </>
  );
}

/** "no longer in the list" of "This pharmacy is no longer in the list, and …"; another sentence as it is. */
function shortly(sentence: string): string {
  return /^This pharmacy (?:is|has) ([^,.]+)/.exec(sentence)?.[1] ?? sentence;
}
