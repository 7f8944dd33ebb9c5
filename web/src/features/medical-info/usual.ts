// SPDX-License-Identifier: AGPL-3.0-or-later

/** What most people answer, offered beside the search. Everything else of the lists is found by typing. */
const USUAL_CONDITIONS = [
  'High blood pressure',
  'High cholesterol',
  'Diabetes',
  'Asthma',
  'Anxiety',
  'Depression',
  'Arthritis',
  'Heart disease',
  'Hypothyroidism',
  'Seasonal allergies',
];

const USUAL_SURGERIES = [
  'Appendectomy',
  'Cholecystectomy',
  'Hernia repair',
  'Tonsillectomy',
  'Hysterectomy',
  'Cataract surgery',
  'Knee replacement',
];

/** The usual ones of a list that are in it; of a short list, all. */
function usualIn(items: readonly string[], usual: readonly string[]): readonly string[] {
  return items.length <= usual.length ? items : usual.filter((one) => items.includes(one));
}

export const usualConditions = (items: readonly string[]) => usualIn(items, USUAL_CONDITIONS);
export const usualSurgeries = (items: readonly string[]) => usualIn(items, USUAL_SURGERIES);
