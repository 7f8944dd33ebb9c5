// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Where the reviewer stands among the lines of all pending prescriptions, and
 * where each movement key leads. Pure, so that the keyboard can be tested
 * without a screen.
 */
import type { PrescriptionView } from '../../../api/generated/schema';

export type Place = { prescription: string; line: string };

/** Every line in the order it is on screen. */
export function linePlaces(prescriptions: readonly PrescriptionView[]): Place[] {
  return prescriptions.flatMap((prescription) =>
    prescription.medications.map((line) => ({ prescription: prescription._id, line: line._id })),
  );
}

function indexOf(all: readonly Place[], at: Place | null): number {
  return at ? all.findIndex((place) => place.line === at.line) : -1;
}

/** The line below or above; stays at the ends. */
export function stepLine(all: readonly Place[], at: Place | null, by: 1 | -1): Place | null {
  if (all.length === 0) return null;
  const index = indexOf(all, at);
  if (index < 0) return all[0] ?? null;
  return all[Math.min(all.length - 1, Math.max(0, index + by))] ?? null;
}

/** The first line of the next or previous prescription; stays at the ends. */
export function stepPrescription(all: readonly Place[], at: Place | null, by: 1 | -1): Place | null {
  const order = [...new Set(all.map((place) => place.prescription))];
  const here = at ? order.indexOf(at.prescription) : -1;
  const target = here < 0 ? 0 : Math.min(order.length - 1, Math.max(0, here + by));
  return all.find((place) => place.prescription === order[target]) ?? null;
}

/**
 * After a decision: the next undecided line of the same prescription, then of
 * any other, or the same line when nothing is left to decide.
 */
export function nextUndecided(prescriptions: readonly PrescriptionView[], at: Place): Place {
  const open = prescriptions.flatMap((prescription) =>
    prescription.medications
      .filter((line) => line.status === null)
      .map((line) => ({ prescription: prescription._id, line: line._id })),
  );
  const order = linePlaces(prescriptions);
  const here = indexOf(order, at);
  const after = (place: Place) => indexOf(order, place) > here;
  const same = open.filter((place) => place.prescription === at.prescription);
  return same.find(after) ?? same[0] ?? open.find(after) ?? open[0] ?? at;
}
