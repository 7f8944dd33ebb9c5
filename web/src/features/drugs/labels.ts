// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The contract's words about medications, shared by the request's search and the
 * page Medication Search.
 */

export const SEARCHING = 'Please wait or keep typing. Loading the medications...';
export const NOT_FOUND = 'Medication was not found. Please check the name and try again.';

/** Decision 118: the product and the partner clinic are named from the settings. */
export function crossedOutText(product: string, clinic: string): string {
  return `If a prescription is crossed out, this is because it cannot be refilled through ${product}. Please contact a doctor at ${clinic} to consider refilling crossed out medications.`;
}
