// SPDX-License-Identifier: AGPL-3.0-or-later

import type { EncounterView } from '../../../api/generated/schema';

/** By what means a patient was met, in the words of the doctor's desk. */
export const ENCOUNTER_LABELS: Readonly<Record<EncounterView['kind'], string>> = {
  phone: 'Phone',
  msg: 'Message',
  video: 'Video',
};
