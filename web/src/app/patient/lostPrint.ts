// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The key of a print that was pressed in this tab and whose sheet did not come out yet: with the same key it
 * is the same print, and its sheet can be had again without another copy. Kept over a reload, for one copy.
 */
import type { PrescriptionView } from '../../api/generated/schema';

const nameOf = (prescription: PrescriptionView, copy: number) =>
  `salal.print.${prescription._id}.${String(copy)}`;

/** The number of the copy that a print makes now. */
const nextCopy = ({ copies }: PrescriptionView) => (copies[0]?.number ?? 0) + 1;

export interface Print {
  readonly key: string;
  /** The sheet came out, or there is none. */
  readonly over: () => void;
}

/** A print that begins, or goes on when it was begun before. */
export function beginPrint(prescription: PrescriptionView, newKey: string): Print {
  const lost = lostPrint(prescription);
  if (lost) return lost;
  const name = nameOf(prescription, nextCopy(prescription));
  const key = sessionStorage.getItem(name) ?? newKey;
  sessionStorage.setItem(name, key);
  return { key, over: () => sessionStorage.removeItem(name) };
}

/** The print whose copy is in force, when its sheet did not come out here. */
export function lostPrint(prescription: PrescriptionView): Print | null {
  const [newest] = prescription.copies;
  if (newest?.way !== 'paper' || newest.state !== 'live') return null;
  const name = nameOf(prescription, newest.number);
  const key = sessionStorage.getItem(name);
  return key === null ? null : { key, over: () => sessionStorage.removeItem(name) };
}
